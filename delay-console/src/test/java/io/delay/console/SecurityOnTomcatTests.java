// SPDX-License-Identifier: Apache-2.0

package io.delay.console;

import java.io.IOException;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.www.BasicAuthenticationFilter;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.CsrfTokenRequestAttributeHandler;
import org.springframework.web.filter.OncePerRequestFilter;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The console on Tomcat with the rules of the documentation.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("thorough")
class SecurityOnTomcatTests extends SecurityTests {

	@BeforeAll
	static void start() {
		start(ConsoleApplication.onTomcat().withSecurity(Rules.class));
	}

	@Override
	String sessionCookie() {
		return "JSESSIONID";
	}

	@Test
	void anOpenConsoleIsAWarning(CapturedOutput output) {
		String warning = "Everyone who reaches this server can change and delete jobs";
		ConsoleApplication.onTomcat().with("server.address=127.0.0.1").start().close();
		ConsoleApplication.onTomcat()
			.with("server.address=0.0.0.0", "management.endpoint.delay.access=read-only")
			.start()
			.close();
		ConsoleApplication.onTomcat()
			.with("server.address=0.0.0.0", "management.server.port=0", "management.server.address=127.0.0.1")
			.start()
			.close();
		ConsoleApplication.onTomcat().withSecurity(Rules.class).with("server.address=0.0.0.0").start().close();
		assertThat(output).doesNotContain(warning);
		ConsoleApplication.onTomcat().with("server.address=0.0.0.0").start().close();
		assertThat(output).containsOnlyOnce(warning);
	}

	@Configuration(proxyBeanMethods = false)
	static class Rules {

		@Bean
		SecurityFilterChain security(HttpSecurity http) throws Exception {
			return http
				.authorizeHttpRequests((requests) -> requests.requestMatchers(HttpMethod.GET, "/actuator/**")
					.hasAnyRole("viewer", "operator")
					.requestMatchers("/actuator/**")
					.hasRole("operator")
					.anyRequest()
					.authenticated())
				.csrf((csrf) -> csrf.csrfTokenRepository(CookieCsrfTokenRepository.withHttpOnlyFalse())
					.csrfTokenRequestHandler(new CsrfTokenRequestAttributeHandler()))
				.addFilterAfter(new CsrfCookieFilter(), BasicAuthenticationFilter.class)
				.formLogin(Customizer.withDefaults())
				.build();
		}

		@Bean
		UserDetailsService users() {
			return new InMemoryUserDetailsManager(
					User.withUsername("olga").password("{noop}olga").roles("operator").build(),
					User.withUsername("victor").password("{noop}victor").roles("viewer").build());
		}

	}

	/**
	 * Loads the token, so that its cookie is written.
	 */
	static class CsrfCookieFilter extends OncePerRequestFilter {

		@Override
		protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
				throws ServletException, IOException {
			((CsrfToken) request.getAttribute("_csrf")).getToken();
			chain.doFilter(request, response);
		}

	}

}
