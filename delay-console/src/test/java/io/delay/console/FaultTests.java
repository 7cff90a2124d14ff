// SPDX-License-Identifier: Apache-2.0

package io.delay.console;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.WebElement;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.delay.admin.DelayAdminOperations;
import io.delay.job.JobState;
import io.delay.test.redis.EmbeddedRedis;
import io.delay.test.redis.RedisForTests;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the page says while something is down, and how it goes on.
 */
@RequiresBrowser
@Tag("thorough")
class FaultTests {

	@Test
	void aStoreThatIsUnreachableIsABannerAndThePageGoesOnWhenItIsBack(Browser browser) {
		try (EmbeddedRedis redis = EmbeddedRedis.start("appendonly yes");
				ConsoleApplication application = ConsoleApplication.onTomcat()
					.onRedis(new RedisForTests(redis.host(), redis.port()))
					.start()) {
			application.data().submit("orders", "1", "{}", Duration.ofHours(1));
			browser.open(application.console());
			browser.waitForText("orders");
			redis.stop();
			browser.waitForText("The store is unreachable. The data may be out of date.");
			assertThat(browser.find("table.topics").getText()).contains("orders");
			redis.restart();
			browser.waitUntilGone("The store is unreachable");
			assertThat(browser.find("table.topics").getText()).contains("orders");
			browser.expectFailedRequests("status of 503", "status of 504");
		}
	}

	@Test
	void aServerThatIsRestartedIsABannerAndThePageGoesOn(Browser browser) {
		int port;
		try (ConsoleApplication application = ConsoleApplication.onTomcat().start()) {
			port = application.port();
			application.data().submit("orders", "1", "{}", Duration.ofHours(1));
			browser.open(application.console());
			browser.waitForText("orders");
		}
		browser.waitForText("The server is unreachable.");
		assertThat(browser.text()).contains("orders");
		try (ConsoleApplication application = ConsoleApplication.onTomcat().with("server.port=" + port).start()) {
			application.data().submit("refund", "1", "{}", Duration.ofHours(1));
			browser.waitForText("refund");
			assertThat(browser.text()).doesNotContain("The server is unreachable");
		}
		browser.expectFailedRequests("ERR_CONNECTION_REFUSED", "ERR_EMPTY_RESPONSE", "ERR_CONNECTION_RESET");
	}

	@Test
	void aKickOfManyJobsIsStoppedHalfWayAndContinued(Browser browser) {
		int count = 20_000;
		try (ConsoleApplication application = ConsoleApplication.onTomcat().onRedis(RedisForTests.shared()).start()) {
			ShopData data = application.data();
			data.submitMany("orders", "order-", count, Duration.ZERO);
			data.fail("orders", ShopData.reason("java.io.IOException: x"));
			DelayAdminOperations admin = application.bean(DelayAdminOperations.class);
			assertThat(admin.topics().status("orders").count(JobState.FAILED)).isEqualTo(count);
			browser.open(application.console() + "#/topic/orders/jobs?state=failed");
			browser.click("Kick: All 20,000");
			browser.fill("delay", "1h");
			browser.confirm("Kick");
			browser.find("progress");
			browser.click("Stop");
			browser.waitForText("the rest was left as it is");
			long stopped = admin.topics().status("orders").count(JobState.FAILED);
			assertThat(stopped).isBetween(1L, count - 1L);
			browser.click("Continue");
			browser.waitForText("20,000 jobs changed. Found: failed 20,000.");
			assertThat(admin.topics().status("orders").count(JobState.FAILED)).isZero();
		}
	}

	@Test
	void aKickOfACauseIsStoppedHalfWayAndContinued(Browser browser) {
		int count = 5_000;
		try (ConsoleApplication application = ConsoleApplication.onTomcat().onRedis(RedisForTests.shared()).start()) {
			ShopData data = application.data();
			data.submitMany("refunds", "refund-", count, Duration.ZERO);
			data.fail("refunds", ShopData.reason("java.io.IOException: x"));
			data.submit("refunds", "other", "{}", Duration.ZERO);
			data.fail("refunds", ShopData.reason("java.lang.IllegalStateException: y"));
			DelayAdminOperations admin = application.bean(DelayAdminOperations.class);
			browser.open(application.console() + "#/topic/refunds/failed");
			browser.click("Kick: java.io.IOException");
			browser.fill("spread", "1h");
			browser.confirm("Kick");
			browser.find("progress");
			assertThat(browser.all(".groups .actions button:not([disabled])")).isEmpty();
			browser.click("Stop");
			browser.waitForText("the rest was left as it is");
			assertThat(admin.topics().status("refunds").count(JobState.FAILED)).isBetween(2L, (long) count);
			browser.click("Continue");
			browser.waitForText("5,000 jobs changed.");
			assertThat(admin.topics().status("refunds").count(JobState.FAILED)).isOne();
		}
	}

	@Test
	void workThatFailsHalfWaySaysHowFarItCameAndIsContinued(Browser browser) {
		try (EmbeddedRedis redis = EmbeddedRedis.start("appendonly yes");
				ConsoleApplication application = ConsoleApplication.onTomcat()
					.onRedis(new RedisForTests(redis.host(), redis.port()))
					.start()) {
			application.data().submitMany("orders", "order-", 20_000, Duration.ofHours(1));
			browser.open(application.console() + "#/topic/orders/jobs?state=delayed");
			browser.click("Delete: All 20,000");
			browser.confirm("Delete");
			browser.await("the first step",
					() -> browser.all("progress")
						.stream()
						.anyMatch((progress) -> Double.parseDouble(progress.getDomProperty("value")) >= 500));
			redis.stop();
			browser.waitForText("Stopped after");
			redis.restart();
			browser.await("an answer", () -> browser.all(".banner").isEmpty());
			browser.click("Continue");
			browser.await("the end",
					() -> application.bean(DelayAdminOperations.class)
						.topics()
						.status("orders")
						.count(JobState.DELAYED) == 0);
			// No more requests: they would fail when the application stops
			browser.open("about:blank");
			browser.expectFailedRequests("status of 503", "status of 504");
		}
	}

	@Test
	void workThatTheStoreHasPartlyDoneCountsWhatWasDone(Browser browser) {
		try (ConsoleApplication application = ConsoleApplication.onTomcat().start()) {
			ShopData data = application.data();
			data.submitMany("orders", "order-", 5, Duration.ofHours(1));
			browser.open(application.console() + "#/topic/orders/jobs?state=delayed");
			browser.waitForText("as of");
			browser
				.run("""
						const send = window.fetch;
						window.fetch = async (target, request) => {
							if (request.method !== 'POST') {
								return send(target, request);
							}
							window.fetch = send;
							const body = JSON.stringify({ type: 'urn:delay:problem:store-unavailable', detail: 'Redis cannot be reached', jobs: 3 });
							return new Response(body, { status: 503, headers: { 'Content-Type': 'application/problem+json' } });
						};
						""");
			browser.click("Delete: All 5");
			browser.confirm("Delete");
			browser.waitForText("Stopped after 3 jobs: The store failed half-way: Redis cannot be reached");
			assertThat(browser.find(".work").getText()).doesNotContain("Stopped after 0");
		}
	}

	@Test
	void aChangeDuringAReadIsShownByAnotherRead(Browser browser) {
		try (ConsoleApplication application = ConsoleApplication.onTomcat().start()) {
			application.data().submit("orders", "1", "{}", Duration.ofHours(1));
			browser.open(application.console() + "#/topic/orders");
			browser.waitForText("as of");
			// The next read has its answers before the change, and gets them after it
			browser.run("""
					const send = window.fetch;
					const hold = new Promise((resolve) => window.release = resolve);
					window.held = 0;
					window.fetch = async (target, request) => {
						const answer = await send(target, request);
						if (request.method === 'GET') {
							window.held++;
							await hold;
						}
						return answer;
					};
					const live = document.querySelector('label.live select');
					live.value = '0';
					live.dispatchEvent(new Event('change'));
					""");
			browser.await("three answers", () -> Long.valueOf(3).equals(browser.run("return window.held")));
			browser.click("Pause");
			browser.confirm("Pause");
			DelayAdminOperations admin = application.bean(DelayAdminOperations.class);
			browser.await("a pause", () -> admin.topics().status("orders").paused());
			browser.await("the end of the change", () -> (Boolean) browser
				.run("return performance.getEntriesByType('resource').some((one) => one.name.endsWith('/pause'))"));
			browser.run("window.release()");
			browser.click("Resume");
			browser.waitForText("runs again");
		}
	}

	@Test
	void aPageThatCannotBeDrawnIsABannerAndItsNextReadIsShown(Browser browser) {
		try (ConsoleApplication application = ConsoleApplication.onTomcat().start()) {
			application.data().submit("orders", "1", "{}", Duration.ofHours(1));
			browser.open(application.console() + "#/find");
			browser.waitForText("as of");
			for (String page : List.of("#/", "#/topic/orders", "#/topic/orders/job?id=1")) {
				browser.run(
						"""
								const send = window.fetch;
								window.mend = () => window.fetch = send;
								window.fetch = async (...request) => {
									const answer = await send(...request);
									const text = await answer.clone().text();
									return new Response(text.replaceAll('"jobs":{', '"counts":{').replaceAll('"payloadText":"{}"', '"payloadText":1'), answer);
								};
								location.hash = arguments[0];
								""",
						page);
				browser.waitForText("The page failed: ");
				assertThat(browser.text()).doesNotContain("Reading");
				browser.run("window.mend()");
				browser.waitUntilGone("The page failed");
				browser.waitForText("as of");
				browser.find("main h1");
				assertThat(browser.takeLog()).isNotEmpty().allMatch((line) -> line.contains("TypeError"));
			}
		}
	}

	@Test
	void pageOfAKickedJobStatesThatItIsNoLongerStored(Browser browser) {
		try (ConsoleApplication application = ConsoleApplication.onTomcat().start()) {
			String topic = ConsoleApplication.WITHOUT_HISTORY;
			application.data().submit(topic, "1", "{}", Duration.ZERO);
			application.data().fail(topic, ShopData.reason("java.io.IOException: Broken pipe"));
			browser.open(application.console() + "#/topic/" + topic + "/job?id=1");
			browser.waitForText("as of");
			browser.click("Kick");
			browser.confirm("Kick");
			browser.waitForText("done.");
			application.data().finish(topic, 1);
			browser.waitForText("It is no longer stored, because it was done, cancelled or expired.");
			assertThat(browser.find("main").getText())
				.containsPattern("Job \"1\" was kicked at [\\d:]{7,8}[\\h\\w]*\\.")
				.doesNotContain("has no job");
			browser.expectFailedRequests("status of 404");
		}
	}

	@Test
	void pageOfACorruptJobHasNoInventedTimes(Browser browser) {
		try (ConsoleApplication application = ConsoleApplication.onTomcat().onRedis(RedisForTests.shared()).start()) {
			application.data().submit("orders", "1", "{}", Duration.ZERO);
			application.data()
				.failOnce("orders", 2, Duration.ofHours(1), ShopData.reason("java.io.IOException: Broken pipe"));
			application.bean(DelayAdminOperations.class).topics().pause("orders");
			StringRedisTemplate redis = application.bean(StringRedisTemplate.class);
			String keys = "{" + application.bean(Environment.class).getProperty("delay.namespace") + ":orders:0}:";
			redis.opsForHash().put(keys + "jobs", "1", "corrupt");
			redis.opsForHash().put(keys + "failures", "1", "corrupt");
			redis.opsForHash().put(keys + "meta", "paused", "corrupt");
			browser.open(application.console() + "#/topic/orders/job?id=1");
			browser.waitForText("The record of this job cannot be read.");
			assertThat(browser.all(".life .what")).extracting(WebElement::getText)
				.containsExactly("failed on redis", "next attempt");
			assertThat(browser.all(".life time")).hasSize(2)
				.allSatisfy((time) -> assertThat(time.getText()).doesNotContain("ago"));
			browser.open(application.console());
			browser.waitForText("Paused by unknown. ");
			assertThat(browser.text()).doesNotContain("1970");
		}
	}

	@Test
	void anActionThatThrowsIsABanner(Browser browser) {
		try (ConsoleApplication application = ConsoleApplication.onTomcat().start()) {
			application.data().submit("orders", "1", "{}", Duration.ofHours(1));
			browser.open(application.console() + "#/topic/orders/jobs?state=delayed");
			browser.waitForText("as of");
			browser.click("Reschedule: All 1");
			browser.run("""
					Date.prototype.toISOString = () => { throw 'no time'; };
					document.querySelector('dialog [name=dueTime]').value = '2030-01-01T00:00';
					""");
			browser.confirm("Reschedule");
			browser.waitForText("The page failed: no time");
			browser.await("its line in the log",
					() -> browser.takeLog().stream().anyMatch((line) -> line.contains("Uncaught (in promise)")));
		}
	}

}
