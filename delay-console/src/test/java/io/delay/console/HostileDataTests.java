// SPDX-License-Identifier: Apache-2.0

package io.delay.console;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.WebElement;
import org.springframework.web.util.UriUtils;

import io.delay.store.FailureReason;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Jobs whose ids, payloads, headers and errors try to be more than text.
 */
@RequiresBrowser
@Tag("thorough")
class HostileDataTests {

	private static final String MARKUP = "<img/src=x/onerror=window.hacked=1><script>window.hacked=1</script>{{7*7}}${window.hacked=1}\"'`";

	private static final String ID = "<img/src=x/onerror=window.hacked=1>\u202Egnp.\"'&?#/%00";

	private static ConsoleApplication application;

	@BeforeAll
	static void start() {
		application = ConsoleApplication.onTomcat().with("delay.job.max-payload-size=4MB").start();
		ShopData data = application.data();
		String deep = "[".repeat(20_000) + "]".repeat(20_000);
		data.submit("hostile", "deep", deep, Duration.ofHours(1));
		data.submit("hostile", "large", "{\"a\":\"" + "<b>x</b> ".repeat(200_000) + "\"}", Duration.ofHours(1));
		data.submit("hostile", "broken", new byte[] { '{', (byte) 0xC3, (byte) 0x28, (byte) 0xFF }, Map.of(),
				Duration.ofHours(1));
		data.submit("hostile", ID, MARKUP.getBytes(StandardCharsets.UTF_8), Map.of("header", MARKUP), Duration.ZERO);
		data.fail("hostile", new FailureReason("shop.X: " + MARKUP + "\u202E\u0000" + "W".repeat(900), "<b>host</b>",
				"\tat " + MARKUP, Duration.ofMillis(5)));
		data.announce("hostile", MARKUP, "<i>host</i>", 1);
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	@Test
	void allPagesShowItAsTextAndKeepTheirLayout(Browser browser) {
		String id = UriUtils.encode(ID, StandardCharsets.UTF_8);
		for (String page : new String[] { "#/", "#/topic/hostile", "#/topic/hostile/jobs?state=failed",
				"#/topic/hostile/failed", "#/topic/hostile/job?id=" + id, "#/find?id=" + id,
				"#/find?id=" + UriUtils.encode(MARKUP, StandardCharsets.UTF_8).substring(0, 90),
				"#/topic/hostile/job?id=large", "#/topic/hostile/job?id=deep", "#/topic/hostile/job?id=broken" }) {
			for (int width : new int[] { 360, 1280 }) {
				browser.setSize(width, 900);
				browser.open(application.console() + page);
				browser.waitForText("as of");
				assertThat(browser.run("return window.hacked")).as(page).isNull();
				assertThat(browser.all("main img, main script")).as(page).isEmpty();
				assertThat((Long) browser.run("return document.documentElement.scrollWidth"))
					.as(page + " at " + width + ": " + browser.run(
							"return [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > innerWidth && !one.closest('.scroll')).map((one) => one.outerHTML.slice(0, 150)).slice(0, 3).join()"))
					.isLessThanOrEqualTo(width);
			}
		}
		browser.open(application.console() + "#/topic/hostile/job?id=" + id);
		browser.waitForText("as of");
		assertThat(browser.text()).contains("<script>window.hacked=1</script>", "U+202E", "U+0000", "<b>host</b>");
	}

	@Test
	void idsOfAnotherProgramAreShownAndDoNotChangeOtherJobs(Browser browser) {
		ShopData data = application.data();
		data.insert("another", "a b");
		data.insert("another", "line\nbreak");
		data.submit("another", "a", "1", Duration.ofDays(9));
		browser.open(application.console() + "#/topic/another/jobs?state=delayed");
		browser.waitForText("as of");
		assertThat(browser.text()).contains("aU+0020b", "lineU+000Abreak");
		browser.find("tbody input[aria-label*='a b']").click();
		browser.click("Delete");
		browser.confirm("Delete");
		browser.await("two rows", () -> browser.all("table.jobs tbody tr").size() == 2);
		assertThat(browser.text()).doesNotContain("aU+0020b");
	}

	@Test
	void charactersThatChangeTheOrderOfOthersAreVisibleWhereverAStrangerCanWriteThem(Browser browser) {
		String hostile = "host\u202Egnp\u2066";
		String id = "id\u202Egnp";
		ShopData data = application.data();
		data.submit("bidi", "done", "{}", Duration.ZERO);
		data.finish("bidi", hostile);
		data.submit("bidi", id, "\u202E".getBytes(StandardCharsets.UTF_8), Map.of("\u202E", "\u202E"), Duration.ZERO);
		data.failOnce("bidi", 2, Duration.ZERO, new FailureReason("shop.\u202EX: y", hostile, "\tat z\u202E", null));
		data.announce("bidi", "shop\u202E", hostile, 1);
		data.submit("bidi", "other", "{}", Duration.ofHours(1));
		String encoded = UriUtils.encode(id, StandardCharsets.UTF_8);
		for (String page : List.of("#/", "#/topic/bidi", "#/topic/bidi/jobs?state=failed", "#/topic/bidi/failed",
				"#/topic/bidi/job?id=" + encoded, "#/find?id=" + encoded, "#/find?part=" + encoded,
				"#/find?part=no" + encoded, "#/?filter=" + encoded, "#/topic/bidi/job?id=no" + encoded)) {
			browser.open(application.console() + page);
			browser.waitForText("as of");
			assertThat(hiddenCharacters(browser)).as(page).isEmpty();
		}
		browser.takeLog();
		browser.open(application.console() + "#/topic/bidi/jobs?state=finished");
		browser.waitForText("hostU+202EgnpU+2066");
		assertThat(hiddenCharacters(browser)).isEmpty();
		browser.open(application.console() + "#/topic/bidi/job?id=" + encoded);
		browser.waitForText("attempt 2 failed on hostU+202EgnpU+2066");
		browser.click("Kick");
		browser.find("dialog[open]");
		assertThat(hiddenCharacters(browser)).isEmpty();
		browser.confirm("Leave as it is");
		browser.open(application.console() + "#/topic/bidi/failed");
		browser.find(".groups button.main").click();
		browser.find("dialog[open]");
		assertThat(hiddenCharacters(browser)).isEmpty();
	}

	// The texts and the attributes that browsers show or read to persons
	private static List<?> hiddenCharacters(Browser browser) {
		return (List<?>) browser.run("""
				const hidden = /[\\u202a-\\u202e\\u2066-\\u2069]/;
				const texts = [document.title, document.body.innerText];
				document.querySelectorAll('body *').forEach((one) => ['title', 'aria-label', 'placeholder'].forEach(
					(name) => texts.push(one.getAttribute(name) ?? '')));
				return texts.flatMap((text) => text.split('\\n')).filter((text) => hidden.test(text));
				""");
	}

	@Test
	void questionsShowItAsText(Browser browser) {
		browser.open(application.console() + "#/topic/hostile/job?id=" + UriUtils.encode(ID, StandardCharsets.UTF_8));
		browser.click("Delete");
		assertThat(browser.find("dialog[open]").getText()).contains("<img/src=x");
		browser.confirm("Leave as it is");
		browser.click("Edit and kick");
		assertThat(browser.find("dialog[open] textarea").getDomProperty("value")).isEqualTo(MARKUP);
		browser.confirm("Leave as it is");
		assertThat(browser.run("return window.hacked")).isNull();
	}

	@Test
	void bytesThatAreNoTextAreShownInBase64AndCannotBeEdited(Browser browser) {
		browser.open(application.console() + "#/topic/hostile/job?id=broken");
		browser.waitForText("Not text; shown as Base64.");
		assertThat(browser.find("pre.text").getText()).isEqualTo("e8Mo/w==");
		assertThat(browser.all("button.main")).isEmpty();
	}

	@Test
	void aLargePayloadIsShownInPartFirst(Browser browser) {
		browser.open(application.console() + "#/topic/hostile/job?id=large");
		browser.click("Show all 1.7 MB");
		browser.await("the whole payload",
				() -> (Long) browser.run("return document.querySelector('pre.text').textContent.length") > 1_700_000);
	}

	@Test
	void pathsInTheAddressLeadNowhereElse(Browser browser) {
		browser.open(application.console() + "#/topic/..%2F..%2Fhealth/jobs");
		browser.waitForText("Invalid:");
		browser.expectFailedRequests("status of 400", "status of 404");
	}

	@Test
	void namesThatEveryObjectHasMeanNothingInTheAddress(Browser browser) {
		for (String name : List.of("constructor", "__proto__", "toString")) {
			for (String page : List.of("#/" + name, "#/topic/hostile/" + name)) {
				browser.open(application.console() + page);
				browser.waitForText("There is no such page.");
				browser.waitForText("as of");
			}
			browser.open(application.console() + "#/topic/hostile?due=%1$s&past=%1$s&%1$s=%1$s".formatted(name));
			browser.waitForText("as of");
			assertThat(browser.all("nav.choices a[aria-current=true]")).extracting(WebElement::getText)
				.containsExactly("last hour", "24 h");
			assertThat(browser.all("#forecast ~ .chart .hit")).hasSize(24);
			browser.open(application.console() + "#/topic/hostile/jobs?state=%1$s&%1$s=%1$s".formatted(name));
			browser.waitForText("as of");
			assertThat(browser.find("nav.choices a[aria-current=true]").getText()).startsWith("delayed");
			browser.setLanguage(name);
			browser.waitForText("as of");
			assertThat(browser.run("return document.documentElement.lang")).isEqualTo("en");
			browser.setLanguage("en");
		}
	}

	@Test
	void pagesOfATopicNeedATopic(Browser browser) {
		for (String page : List.of("topic", "jobs", "failed", "job", "topic/hostile/overview", "topic/hostile/find")) {
			browser.open(application.console() + "#/" + page);
			browser.waitForText("There is no such page.");
		}
		browser.waitForText("as of");
	}

	@Test
	void timesThatCannotBeRepresentedAreNotShown(Browser browser) {
		// With a history, the store writes the header itself
		String topic = ConsoleApplication.WITHOUT_HISTORY;
		for (String time : List.of("9e15", "1e400", "Infinity", "-1", "NaN", "soon", "", "1700000000000")) {
			application.data()
				.submit(topic, "at-" + time, new byte[0], Map.of("delay_submittedAt", time), Duration.ofHours(1));
			browser.open(application.console() + "#/topic/" + topic + "/job?id=at-" + time);
			browser.waitForText("as of");
			assertThat(browser.find(".life").getText().contains("submitted")).as(time).isEqualTo(time.startsWith("17"));
			assertThat(browser.find(".life").getText()).contains("due", "next attempt");
			assertThat(browser.all(".banner")).isEmpty();
		}
	}

	@Test
	void pagesAreDrawnWhateverTheTimesOfAnAnswerAre(Browser browser) {
		ShopData data = application.data();
		data.submit("times", "done", "{}", Duration.ZERO);
		data.finish("times", 1);
		data.submit("times", "1", "{}", Duration.ZERO);
		data.failOnce("times", 2, Duration.ZERO, ShopData.reason("java.io.IOException: x"));
		data.submit("times", "2", "{}", Duration.ofHours(1));
		data.announceOwn("times");
		data.reserve("times", 1, Duration.ofMinutes(1), 5);
		browser.open(application.console() + "#/find");
		browser.waitForText("as of");
		for (String time : List.of("+1000000-01-01T00:00:00Z", "soon", "9e15", "-1", "")) {
			browser
				.run("""
						window.send ??= window.fetch;
						window.fetch = async (...request) => {
							const answer = await window.send(...request);
							const text = await answer.clone().text();
							return new Response(text.replaceAll(/"\\d{4}-\\d\\d-\\d\\dT[^"]*"/g, JSON.stringify(arguments[0])), answer);
						};
						"""
					.replace("arguments[0]", "'" + time + "'"));
			for (String page : List.of("#/", "#/topic/times", "#/topic/times/jobs?state=delayed",
					"#/topic/times/jobs?state=reserved", "#/topic/times/jobs?state=finished", "#/topic/times/failed",
					"#/topic/times/job?id=1", "#/topic/times/job?id=done", "#/find?id=1", "#/changes")) {
				browser.run("location.hash = arguments[0]", page);
				browser.await("an answer", () -> !browser.all(".as-of").isEmpty());
				assertThat(browser.all(".banner")).as(page + " " + time).isEmpty();
				assertThat(browser.find("main").getText()).as(page + " " + time).doesNotContain("NaN", "Invalid Date");
			}
			browser.run("location.hash = '#/find'");
			browser.await("an answer", () -> !browser.all(".as-of").isEmpty());
		}
	}

}
