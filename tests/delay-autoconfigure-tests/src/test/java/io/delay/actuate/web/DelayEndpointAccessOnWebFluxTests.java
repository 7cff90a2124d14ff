// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.web;

import org.junit.jupiter.api.Tag;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.userdetails.MapReactiveUserDetailsService;
import org.springframework.security.core.userdetails.ReactiveUserDetailsService;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.web.server.SecurityWebFilterChain;

import io.delay.actuate.ActuatorApplication.Web;

/**
 * Access on Spring WebFlux.
 */
@Tag("thorough")
@Tag("versions")
class DelayEndpointAccessOnWebFluxTests extends DelayEndpointAccessTests {

	DelayEndpointAccessOnWebFluxTests() {
		super(Web.WEBFLUX, Users.class, LenientRules.class, Rules.class);
	}

	@Configuration(proxyBeanMethods = false)
	static class Users {

		@Bean
		ReactiveUserDetailsService users() {
			// The service itself would replace the passwords by hashes, which are slow
			return new MapReactiveUserDetailsService(user("admin", "ADMIN"),
					user("auditor", "AUDITOR"))::findByUsername;
		}

		private static UserDetails user(String name, String role) {
			return User.withUsername(name).password("{noop}" + name).roles(role).build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LenientRules extends Users {

		@Bean
		SecurityWebFilterChain rules(ServerHttpSecurity http) {
			return http.authorizeExchange((requests) -> requests.anyExchange().authenticated())
				.httpBasic(Customizer.withDefaults())
				.csrf(ServerHttpSecurity.CsrfSpec::disable)
				.build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Rules extends Users {

		@Bean
		SecurityWebFilterChain rules(ServerHttpSecurity http) {
			return http
				.authorizeExchange((requests) -> requests.pathMatchers(HttpMethod.GET, "/actuator/**")
					.authenticated()
					.anyExchange()
					.hasRole("ADMIN"))
				.httpBasic(Customizer.withDefaults())
				.csrf(ServerHttpSecurity.CsrfSpec::disable)
				.build();
		}

	}

}
