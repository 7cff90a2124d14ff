// SPDX-License-Identifier: Apache-2.0

package io.delay.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import io.delay.admin.DelayAdminOperations;
import io.delay.job.JobState;
import io.delay.store.admin.PageOrder;

/**
 * Takes the pictures of the documentation, if {@code delay.test.pictures} names a
 * directory.
 */
@RequiresBrowser
@EnabledIfSystemProperty(named = "delay.test.pictures", matches = ".+")
class ConsolePictureTests {

	private static final Map<String, String> PAGES = new LinkedHashMap<>();

	private static ConsoleApplication application;

	@BeforeAll
	static void start() {
		SampleHour hour = new SampleHour();
		application = ConsoleApplication.onTomcat().withClock(hour).start();
		hour.fill(application.data());
		application.bean(DelayAdminOperations.class).actingAs("alice").topics().pause("newsletter");
		String failed = application.bean(DelayAdminOperations.class)
			.jobs()
			.page("payment-callback", JobState.FAILED, PageOrder.NEWEST_FIRST, null, 1)
			.jobs()
			.get(0)
			.id();
		PAGES.put("overview", "#/");
		PAGES.put("topic", "#/topic/payment-callback");
		PAGES.put("jobs", "#/topic/payment-callback/jobs?state=failed");
		PAGES.put("failed", "#/topic/payment-callback/failed");
		PAGES.put("job", "#/topic/payment-callback/job?id=" + failed);
		PAGES.put("find", "#/find?id=" + failed);
		PAGES.put("changes", "#/changes");
		PAGES.put("finished", "#/topic/order-timeout/jobs?state=finished");
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	@Test
	void takePictures(Browser browser) throws IOException {
		Path directory = Files.createDirectories(Path.of(System.getProperty("delay.test.pictures")));
		for (String theme : new String[] { "light", "dark" }) {
			for (boolean phone : new boolean[] { false, true }) {
				browser.setTheme(theme);
				browser.setSize(phone ? 390 : 1280, phone ? 844 : 860);
				for (Map.Entry<String, String> page : PAGES.entrySet()) {
					browser.open(application.console() + page.getValue());
					browser.waitForText("as of");
					String name = "console-%s-%s%s.png".formatted(page.getKey(), theme, phone ? "-phone" : "");
					Files.write(directory.resolve(name), browser.picture());
				}
			}
		}
		browser.setTheme("light");
		browser.setSize(1280, 860);
		browser.open(application.console() + "#/topic/payment-callback/failed");
		browser.waitForText("as of");
		browser.click("Kick");
		browser.find("dialog[open]");
		Files.write(directory.resolve("console-kick-light.png"), browser.picture());
	}

}
