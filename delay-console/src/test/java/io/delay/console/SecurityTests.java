// SPDX-License-Identifier: Apache-2.0

package io.delay.console;

import java.time.Duration;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

import io.delay.admin.DelayAdminOperations;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The console behind Spring Security with a login page, sessions and protection against
 * CSRF.
 */
@RequiresBrowser
abstract class SecurityTests {

	private static ConsoleApplication application;

	static void start(ConsoleApplication.Builder builder) {
		application = builder
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
		takeLogOfLoginPage(browser);
	}

	// The browser has hints about the fields and the focus of the login page, which is
	// Spring Security's.
	private static void takeLogOfLoginPage(Browser browser) {
		assertThat(browser.takeLog())
			.allMatch((line) -> line.contains("/login - [DOM]") || line.contains("/login - Autofocus"));
	}

	@Test
	void nobodySeesAnything(Browser browser) {
		browser.open(application.console());
		assertThat(browser.driver().getCurrentUrl()).endsWith("/login");
		assertThat(browser.text()).doesNotContain("orders");
		takeLogOfLoginPage(browser);
	}

	@Test
	void anOperatorChangesJobsAndIsNamed(Browser browser) {
		logIn(browser, "olga");
		browser.click("orders");
		browser.click("Pause");
		browser.confirm("Pause");
		browser.waitForText("is paused");
		browser.waitForText("Paused by olga");
		browser.click("Resume");
		browser.waitForText("runs again");
		browser.open(application.console() + "#/topic/orders/job?id=1");
		browser.waitForText("\"secret\": 1");
		browser.open(application.console() + "#/topic/orders/jobs?state=delayed");
		browser.waitForText("{\"secret\":1}");
	}

	@Test
	void aViewerSeesNoButtonsAndNoPayloads(Browser browser) {
		logIn(browser, "victor");
		browser.waitForText("viewer");
		browser.open(application.console() + "#/topic/orders/job?id=1");
		browser.waitForText("hidden by delay.endpoint.show-payloads");
		assertThat(browser.text()).doesNotContain("secret");
		assertThat(browser.all("main button")).isEmpty();
		browser.open(application.console() + "#/topic/orders/jobs?state=delayed");
		browser.waitForText("as of");
		browser.find("table.jobs tbody a");
		assertThat(browser.find("table.jobs").getText()).doesNotContain("secret", "Payload");
	}

	@Test
	void theServerDecidesEvenIfThePageDoesNotKnow(Browser browser) {
		logIn(browser, "victor");
		browser.waitForText("viewer");
		Object status = browser.runAsync(
				"""
						const done = arguments[arguments.length - 1];
						const token = document.cookie.split('XSRF-TOKEN=')[1];
						fetch('/actuator/delay/orders/pause', { method: 'POST', body: '{}',
							headers: { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': token } }).then((answer) => done(answer.status));
						""");
		assertThat(status).isEqualTo(403L);
		assertThat(application.bean(DelayAdminOperations.class).topics().status("orders").paused()).isFalse();
		browser.expectFailedRequests("status of 403");
	}

	@Test
	void anEndedSessionAsksToLogInAgain(Browser browser) {
		logIn(browser, "olga");
		browser.waitForText("orders");
		browser.driver().manage().deleteCookieNamed(sessionCookie());
		browser.waitForText("Your session has ended. Log in again; nothing was changed.");
		assertThat(browser.text()).contains("orders");
		browser.click("Log in");
		browser.await("the login page", () -> browser.driver().getCurrentUrl().endsWith("/login"));
		takeLogOfLoginPage(browser);
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
		browser.expectFailedRequests("status of 403");
	}

	// The cookie that has the session.
	abstract String sessionCookie();

}
