// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.web;

import org.junit.jupiter.api.Tag;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

import io.delay.actuate.ActuatorApplication.Web;

/**
 * Access on Spring MVC.
 */
@Tag("thorough")
@Tag("versions")
class DelayEndpointAccessOnMvcTests extends DelayEndpointAccessTests {

	DelayEndpointAccessOnMvcTests() {
		super(Web.MVC, Users.class, LenientRules.class, Rules.class);
	}

	@Configuration(proxyBeanMethods = false)
	static class Users {

		@Bean
		UserDetailsService users() {
			// The service itself would replace the passwords by hashes, which are slow
			return new InMemoryUserDetailsManager(user("admin", "ADMIN"),
					user("auditor", "AUDITOR"))::loadUserByUsername;
		}

		private static UserDetails user(String name, String role) {
			return User.withUsername(name).password("{noop}" + name).roles(role).build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LenientRules extends Users {

		@Bean
		SecurityFilterChain rules(HttpSecurity http) throws Exception {
			return http.authorizeHttpRequests((requests) -> requests.anyRequest().authenticated())
				.httpBasic(Customizer.withDefaults())
				.csrf(AbstractHttpConfigurer::disable)
				.build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Rules extends Users {

		@Bean
		SecurityFilterChain rules(HttpSecurity http) throws Exception {
			return http
				.authorizeHttpRequests((requests) -> requests.requestMatchers(HttpMethod.GET, "/actuator/**")
					.authenticated()
					.anyRequest()
					.hasRole("ADMIN"))
				.httpBasic(Customizer.withDefaults())
				.csrf(AbstractHttpConfigurer::disable)
				.build();
		}

	}

}
