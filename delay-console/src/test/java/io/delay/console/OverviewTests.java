// SPDX-License-Identifier: Apache-2.0

package io.delay.console;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.WebElement;

import io.delay.admin.DelayAdminOperations;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The problems of many topics on the overview.
 */
@RequiresBrowser
@Tag("thorough")
class OverviewTests {

	@Test
	void problemsAreRankedByKindThenByCountAndTheRestIsShownOnRequest(Browser browser) {
		try (ConsoleApplication application = ConsoleApplication.onTomcat().start()) {
			ShopData data = application.data();
			submitAndFail(data, "a-failed", 2);
			submitAndFail(data, "b-failed", 12);
			submitAndFail(data, "c-failed", 2);
			data.submitMany("d-ready", "job-", 1, Duration.ZERO);
			data.submitMany("e-ready", "job-", 3, Duration.ZERO);
			data.submitMany("f-paused", "job-", 7, Duration.ZERO);
			application.bean(DelayAdminOperations.class).topics().pause("f-paused");
			for (int i = 10; i < 30; i++) {
				data.submitMany("g-delayed-" + i, "job-", i, Duration.ofHours(1));
			}
			browser.open(application.console());
			browser.waitForText("as of");
			assertThat(topics(browser)).hasSize(20)
				.startsWith("b-failed", "a-failed", "c-failed", "e-ready", "d-ready", "f-paused", "g-delayed-29",
						"g-delayed-28")
				.endsWith("g-delayed-16");
			assertThat(browser.find("#problems").getText()).isEqualTo("Problems 26");
			browser.click("Show 6 more problems");
			assertThat(topics(browser)).hasSize(26).endsWith("g-delayed-11", "g-delayed-10");
			assertThat(browser.all(".problems > button")).isEmpty();
		}
	}

	private static void submitAndFail(ShopData data, String topic, int count) {
		data.submitMany(topic, "job-", count, Duration.ZERO);
		data.fail(topic, ShopData.reason("java.io.IOException: Broken pipe"));
	}

	private static List<String> topics(Browser browser) {
		return browser.all(".problems .topic").stream().map(WebElement::getText).toList();
	}

}
