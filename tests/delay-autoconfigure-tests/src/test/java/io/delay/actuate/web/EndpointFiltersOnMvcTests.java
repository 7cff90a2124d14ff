// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.web;

import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.Arguments;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.web.SecurityFilterChain;

import io.delay.actuate.ActuatorApplication.Web;

/**
 * The filter on Spring MVC.
 */
@Tag("thorough")
@Tag("versions")
class EndpointFiltersOnMvcTests extends EndpointFilterTests {

	EndpointFiltersOnMvcTests() {
		super(Web.MVC, Everything.class);
	}

	@Override
	Stream<Arguments> locations() {
		return Stream.of(Arguments.of("/actuator/delay", "server.servlet.context-path="),
				Arguments.of("/shop/actuator/delay", "server.servlet.context-path=/shop"),
				Arguments.of("/app/actuator/delay", "spring.mvc.servlet.path=/app"),
				Arguments.of("/manage/jobs",
						"management.endpoints.web.base-path=/manage,management.endpoints.web.path-mapping.delay=jobs"),
				Arguments.of("/actuator/delay", "management.server.port=0"),
				Arguments.of("/ops/actuator/delay", "management.server.port=0,management.server.base-path=/ops"));
	}

	@Configuration(proxyBeanMethods = false)
	static class Everything {

		@Bean
		SecurityFilterChain rules(HttpSecurity http) throws Exception {
			return http.authorizeHttpRequests((requests) -> requests.anyRequest().permitAll())
				.httpBasic(Customizer.withDefaults())
				.csrf(AbstractHttpConfigurer::disable)
				.build();
		}

	}

}
