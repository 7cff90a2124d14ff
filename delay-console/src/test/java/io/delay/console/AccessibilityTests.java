// SPDX-License-Identifier: Apache-2.0

package io.delay.console;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.io.ClassPathResource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each page as axe checks it, in both themes and both languages.
 */
@RequiresBrowser
@Tag("thorough")
class AccessibilityTests {

	private static final String[] PAGES = { "#/", "#/topic/orders", "#/topic/orders/jobs?state=failed",
			"#/topic/orders/jobs?state=delayed", "#/topic/orders/jobs?state=finished", "#/topic/orders/failed",
			"#/topic/orders/job?id=1", "#/topic/orders/job?id=done", "#/find?id=1", "#/find?id=nothing", "#/nothing" };

	private static ConsoleApplication application;

	private static String axe;

	@BeforeAll
	static void start() throws IOException {
		axe = new ClassPathResource("axe.min.js").getContentAsString(StandardCharsets.UTF_8);
		application = ConsoleApplication.onTomcat().start();
		ShopData data = application.data();
		data.submit("orders", "done", "{}", Duration.ZERO);
		data.finish("orders", 1);
		data.submit("orders", "1", "{\"order\":1}", Duration.ZERO);
		data.submit("orders", "2", "{\"order\":2}", Duration.ZERO);
		data.fail("orders", ShopData.reason("java.io.IOException: Broken pipe"));
		data.submit("orders", "3", "{\"order\":3}", Duration.ofHours(1));
		data.announce("orders", "shop", "shop-1", 8);
		data.submit("refund", "1", "{}", Duration.ZERO);
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	@ParameterizedTest
	@CsvSource({ "light, en", "light, zh", "dark, en", "dark, zh" })
	void axeFindsNothing(String theme, String language, Browser browser) {
		browser.setTheme(theme);
		browser.open(application.console());
		browser.setLanguage(language);
		browser.run(axe);
		for (String page : PAGES) {
			go(browser, page);
			assertThat(findings(browser)).as(page).isEmpty();
		}
		go(browser, "#/topic/orders/failed");
		browser.find(".groups button.main").click();
		browser.find("dialog[open]");
		assertThat(findings(browser)).as("dialog").isEmpty();
	}

	// Without loading the console again, which takes as long as the check
	private static void go(Browser browser, String page) {
		browser.runAsync("""
				const done = arguments[arguments.length - 1];
				addEventListener('hashchange', () => done(), { once: true });
				location.hash = arguments[0];
				""", page);
		browser.await("an answer", () -> !browser.all(".as-of").isEmpty());
	}

	private static List<?> findings(Browser browser) {
		return (List<?>) browser.runAsync("""
				const done = arguments[arguments.length - 1];
				axe.run(document).then((results) => done(results.violations.flatMap((violation) =>
					violation.nodes.map((node) => violation.id + ': ' + node.html + ' ' + node.failureSummary))));
				""");
	}

}
