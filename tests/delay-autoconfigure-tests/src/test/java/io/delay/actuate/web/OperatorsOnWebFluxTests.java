// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.web;

import org.junit.jupiter.api.Tag;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.userdetails.MapReactiveUserDetailsService;
import org.springframework.security.core.userdetails.ReactiveUserDetailsService;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.web.server.SecurityWebFilterChain;

import io.delay.actuate.ActuatorApplication.Web;

/**
 * Operators on Spring WebFlux, where the actuator knows only the principal of Spring
 * Security.
 */
@Tag("thorough")
@Tag("versions")
class OperatorsOnWebFluxTests extends OperatorsByHttpTests {

	OperatorsOnWebFluxTests() {
		super(Web.WEBFLUX, Rules.class);
	}

	@Configuration(proxyBeanMethods = false)
	static class Rules extends OperatorsByHttpTests.Listening {

		@Bean
		ReactiveUserDetailsService users() {
			// The service itself would replace the passwords by hashes, which are slow
			return new MapReactiveUserDetailsService(user("alice"), user("mal\nlory"))::findByUsername;
		}

		private static UserDetails user(String name) {
			return User.withUsername(name).password("{noop}" + name).roles("OPERATOR").build();
		}

		@Bean
		SecurityWebFilterChain rules(ServerHttpSecurity http) {
			return http.authorizeExchange((requests) -> requests.anyExchange().authenticated())
				.httpBasic(Customizer.withDefaults())
				.csrf(ServerHttpSecurity.CsrfSpec::disable)
				.build();
		}

	}

}
