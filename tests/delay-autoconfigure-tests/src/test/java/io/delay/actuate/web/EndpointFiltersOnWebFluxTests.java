// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.web;

import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.Arguments;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.server.SecurityWebFilterChain;

import io.delay.actuate.ActuatorApplication.Web;

/**
 * The filter on Spring WebFlux.
 */
@Tag("thorough")
@Tag("versions")
class EndpointFiltersOnWebFluxTests extends EndpointFilterTests {

	EndpointFiltersOnWebFluxTests() {
		super(Web.WEBFLUX, Everything.class);
	}

	@Override
	Stream<Arguments> locations() {
		return Stream.of(Arguments.of("/actuator/delay", "spring.webflux.base-path="),
				Arguments.of("/shop/actuator/delay", "spring.webflux.base-path=/shop"),
				Arguments.of("/manage/jobs",
						"management.endpoints.web.base-path=/manage,management.endpoints.web.path-mapping.delay=jobs"),
				Arguments.of("/actuator/delay", "management.server.port=0"),
				Arguments.of("/ops/actuator/delay", "management.server.port=0,management.server.base-path=/ops"));
	}

	@Configuration(proxyBeanMethods = false)
	static class Everything {

		@Bean
		SecurityWebFilterChain rules(ServerHttpSecurity http) {
			return http.authorizeExchange((requests) -> requests.anyExchange().permitAll())
				.httpBasic(Customizer.withDefaults())
				.csrf(ServerHttpSecurity.CsrfSpec::disable)
				.build();
		}

	}

}
