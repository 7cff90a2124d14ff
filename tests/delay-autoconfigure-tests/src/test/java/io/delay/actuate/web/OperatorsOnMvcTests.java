// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.web;

import java.security.Principal;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

import io.delay.actuate.ActuatorApplication;
import io.delay.actuate.ActuatorApplication.Web;
import io.delay.admin.DelayAdmin;
import io.delay.event.DelayAdminEvent.Action;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Operators on Spring MVC.
 */
@Tag("thorough")
@Tag("versions")
class OperatorsOnMvcTests extends OperatorsByHttpTests {

	OperatorsOnMvcTests() {
		super(Web.MVC, Rules.class);
	}

	@Test
	void principalIsTheOperatorWithoutSpringSecurity() throws Exception {
		try (ActuatorApplication application = ActuatorApplication.withoutSecurity(Web.MVC, Container.class,
				PROPERTIES)) {
			submit(application);
			for (String change : new String[] { "bury?id=1", "kick?id=1", "pause", "resume", "bury?id=1",
					"kick-all" }) {
				assertThat(application.post("/delay/orders/" + change).status()).isEqualTo(200);
			}
			assertThat(application.delete("/delay/orders/job?id=1").status()).isEqualTo(200);
			application.bean(DelayAdmin.class).actingAs("bob").jobs().bury("orders", "2", "why");
			assertThat(application.delete("/delay/orders/failed").status()).isEqualTo(200);
			Events events = application.bean(Events.class);
			for (Action action : new Action[] { Action.BURY, Action.KICK, Action.PAUSE, Action.RESUME, Action.BURY,
					Action.KICK, Action.CANCEL }) {
				events.assertNext(action, "carol");
			}
			events.assertNext(Action.BURY, "bob");
			events.assertNext(Action.PURGE, "carol");
			assertThat(application.post("/delay/orders/submit?payloadText=x&id=9&delay=1h").status()).isEqualTo(200);
			events.assertNext(Action.SUBMIT, "carol");
			assertThat(application.delete("/delay/orders/job?id=9").status()).isEqualTo(200);
			events.assertNext(Action.CANCEL, "carol");
			assertThat(application.delete("/delay/orders").status()).isEqualTo(200);
			events.assertNext(Action.FORGET, "carol");
		}
	}

	// As a servlet container that logs users in by itself
	@Configuration(proxyBeanMethods = false)
	static class Container extends OperatorsByHttpTests.Listening {

		@Bean
		Filter login() {
			return (request, response, chain) -> chain
				.doFilter(new HttpServletRequestWrapper((HttpServletRequest) request) {

					@Override
					public Principal getUserPrincipal() {
						return () -> "carol";
					}

				}, response);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Rules extends OperatorsByHttpTests.Listening {

		@Bean
		UserDetailsService users() {
			// The service itself would replace the passwords by hashes, which are slow
			return new InMemoryUserDetailsManager(user("alice"), user("mal\nlory"))::loadUserByUsername;
		}

		private static UserDetails user(String name) {
			return User.withUsername(name).password("{noop}" + name).roles("OPERATOR").build();
		}

		@Bean
		SecurityFilterChain rules(HttpSecurity http) throws Exception {
			return http.authorizeHttpRequests((requests) -> requests.anyRequest().authenticated())
				.httpBasic(Customizer.withDefaults())
				.csrf(AbstractHttpConfigurer::disable)
				.build();
		}

	}

}
