/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.console;

import java.io.IOException;
import java.time.Duration;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;
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

import io.delay.admin.DelayAdminOperations;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The console behind Spring Security with a login page, sessions and protection against
 * CSRF.
 */
@RequiresBrowser
@ExtendWith(OutputCaptureExtension.class)
@Tag("thorough")
class SecurityTests {

	private static ConsoleApplication application;

	@BeforeAll
	static void start() {
		application = ConsoleApplication.onTomcat()
			.withSecurity(Rules.class)
			.with("delay.endpoint.operator-roles=operator", "delay.endpoint.show-payloads=when-authorized",
					"delay.endpoint.roles=operator")
			.start();
		application.data().submit("orders", "1", "{\"secret\":1}", Duration.ofHours(1));
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	private static void logIn(Browser browser, String user) {
		browser.open(application.console());
		browser.find("input[name=username]").sendKeys(user);
		browser.find("input[name=password]").sendKeys(user + Keys.ENTER);
		browser.await("an answer", () -> browser.driver().getCurrentUrl().contains("delayconsole")
				|| browser.driver().getCurrentUrl().contains("error"));
	}

	@Test
	void nobodySeesAnything(Browser browser) {
		browser.open(application.console());
		assertThat(browser.driver().getCurrentUrl()).endsWith("/login");
		assertThat(browser.text()).doesNotContain("orders");
		browser.takeLog();
	}

	@Test
	void anOperatorChangesJobsAndIsNamed(Browser browser) {
		logIn(browser, "olga");
		browser.takeLog();
		browser.click("orders");
		browser.click("Pause");
		browser.confirm("Pause");
		browser.waitForText("is paused");
		browser.waitForText("Paused by olga");
		browser.click("Resume");
		browser.waitForText("runs again");
		browser.open(application.console() + "#/topic/orders/job?id=1");
		browser.waitForText("\"secret\": 1");
	}

	@Test
	void aViewerSeesNoButtonsAndNoPayloads(Browser browser) {
		logIn(browser, "victor");
		browser.takeLog();
		browser.waitForText("viewer");
		browser.open(application.console() + "#/topic/orders/job?id=1");
		browser.waitForText("hidden by delay.endpoint.show-payloads");
		assertThat(browser.text()).doesNotContain("secret");
		assertThat(browser.all("main button")).isEmpty();
	}

	@Test
	void theServerDecidesEvenIfThePageDoesNotKnow(Browser browser) {
		logIn(browser, "victor");
		browser.takeLog();
		browser.waitForText("viewer");
		Object status = browser.runAsync(
				"""
						const done = arguments[arguments.length - 1];
						const token = document.cookie.split('XSRF-TOKEN=')[1];
						fetch('/actuator/delay/orders/pause', { method: 'POST', body: '{}',
							headers: { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': token } }).then((answer) => done(answer.status));
						""");
		assertThat(status).isEqualTo(403L);
		assertThat(application.bean(DelayAdminOperations.class).status("orders").paused()).isFalse();
		browser.takeLog();
	}

	@Test
	void anEndedSessionAsksToLogInAgain(Browser browser) {
		logIn(browser, "olga");
		browser.waitForText("orders");
		browser.driver().manage().deleteCookieNamed("JSESSIONID");
		browser.waitForText("Your session has ended. Log in again; nothing was changed.");
		assertThat(browser.text()).contains("orders");
		browser.click("Log in");
		browser.await("the login page", () -> browser.driver().getCurrentUrl().endsWith("/login"));
		browser.takeLog();
	}

	@Test
	void aChangeWithoutTheTokenSaysWhatIsMissing(Browser browser) {
		logIn(browser, "olga");
		browser.waitForText("orders");
		browser.click("orders");
		browser.click("Pause");
		browser.find("dialog[open]");
		browser.driver().manage().deleteCookieNamed("XSRF-TOKEN");
		browser.confirm("Pause");
		browser.waitForText(
				"If Spring Security protects against CSRF, it must provide the token in the cookie XSRF-TOKEN.");
		browser.takeLog();
	}

	@Test
	void anOpenConsoleIsAWarning(CapturedOutput output) {
		String warning = "Everybody who reaches this server can change and delete jobs";
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
				.authorizeHttpRequests(
						(requests) -> requests.requestMatchers("/login", "/error", "/favicon.ico", "/default-ui.css")
							.permitAll()
							.requestMatchers(HttpMethod.GET)
							.hasAnyRole("viewer", "operator")
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
