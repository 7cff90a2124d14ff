// SPDX-License-Identifier: Apache-2.0

package io.delay.console;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

import io.delay.admin.DelayAdminOperations;
import io.delay.job.JobState;
import io.delay.store.StoredJob;
import io.delay.store.admin.TopicStatus;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every page and every action of the console, without Spring Security.
 */
@RequiresBrowser
abstract class ConsoleTests {

	private static ConsoleApplication application;

	private static ShopData data;

	private final String topic = "orders-" + UUID.randomUUID().toString().substring(0, 8);

	static void start(ConsoleApplication started) {
		application = started;
		data = started.data();
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	private static DelayAdminOperations admin() {
		return application.bean(DelayAdminOperations.class);
	}

	private void open(Browser browser, String view) {
		browser.open(application.console() + "#/topic/" + this.topic + view);
		browser.waitForText("as of");
	}

	private StoredJob job(String id) {
		return admin().jobs().find(this.topic, id).orElseThrow();
	}

	private long count(JobState state) {
		TopicStatus status = admin().topics().status(this.topic);
		return status.count(state);
	}

	private void failed(String... ids) {
		for (String id : ids) {
			data.submit(this.topic, id, "{\"order\":1}", Duration.ZERO);
		}
		data.fail(this.topic, ShopData.reason("java.lang.IllegalStateException: Payment 4711 is missing"));
	}

	@Test
	void overviewShowsTopicsAndFirstWhatIsWrong(Browser browser) {
		failed("1", "2");
		data.submit(this.topic, "3", "{}", Duration.ofHours(1));
		browser.open(application.console());
		browser.waitForText(this.topic);
		// The application has the topics of other tests
		browser.all(".problems > button").forEach(WebElement::click);
		assertThat(browser.find(".problems").getText()).contains(this.topic,
				"2 jobs have failed permanently. They stay until an operator kicks or deletes them.",
				"1 job is delayed, but no consumer is registered. It runs only after one has started.");
		browser.find("input[type=search][aria-label='Filter topics']").sendKeys(this.topic);
		browser.await("one row", () -> browser.all("table.topics tbody tr").size() == 1);
		assertThat(browser.driver().getCurrentUrl()).endsWith("#/?filter=" + this.topic);
	}

	@Test
	void aTopicIsPausedAndResumedAndTheQuestionSaysWhatThatMeans(Browser browser) {
		data.submit(this.topic, "1", "{}", Duration.ofHours(1));
		open(browser, "");
		browser.click("Pause");
		assertThat(browser.find("dialog[open]").getText()).contains(this.topic, "0 ready and 1 delayed");
		browser.confirm("Pause");
		browser.waitForText("is paused");
		assertThat(admin().topics().status(this.topic).paused()).isTrue();
		browser.click("Resume");
		browser.waitForText("runs again");
		assertThat(admin().topics().status(this.topic).paused()).isFalse();
		browser.click("Changes by operators");
		browser.await("the changes", () -> !browser.all("main tbody tr").isEmpty()
				&& browser.find("main tbody tr").getText().contains("resume"));
		assertThat(browser.find("main tbody tr").getText()).contains(this.topic);
	}

	@Test
	void theTopicPageShowsWhatAConsumerRunsNow(Browser browser) {
		for (int i = 1; i <= 4; i++) {
			data.submit(this.topic, "job-" + i, "{}", Duration.ZERO);
		}
		data.announceOwn(this.topic);
		data.reserve(this.topic, 4, Duration.ofMinutes(1), 5);
		open(browser, "");
		browser.waitForText("and 1 more");
		browser.click("job-1");
		browser.waitForText("attempt 1 of 5 runs on shop-1");
	}

	@Test
	void theTopicPageShowsThroughputForecastAndConsumers(Browser browser) {
		data.announce(this.topic, "shop", "shop-7", 16);
		data.submit(this.topic, "1", "{}", Duration.ZERO);
		data.finish(this.topic, 1);
		data.submit(this.topic, "2", "{}", Duration.ofMinutes(30));
		open(browser, "");
		assertThat(browser.text()).contains("shop-7", "30 s, 5", "done 1", "due 1");
		browser.click("1 h");
		browser.await("intervals of two minutes", () -> browser.all(".columns section:nth-child(2) .hit").size() == 30);
		browser.click("last 24 hours");
		browser.await("quarters", () -> browser.all(".columns section:nth-child(1) .hit").size() == 96);
		browser.find("details.numbers summary").click();
		browser.await("a table", () -> browser.find("details.numbers table").isDisplayed());
	}

	@Test
	void aConsumerIsHealthyUntilItsRegistrationIsStale(Browser browser) {
		data.submit(this.topic, "1", "{}", Duration.ofHours(1));
		data.announce(this.topic, "shop", "shop-7", 16);
		data.announce(this.topic, "shop", "shop-8", 16);
		open(browser, "");
		assertThat(browser.text()).contains("healthy").doesNotContain(" ago");
		browser.run("""
				const send = window.fetch;
				window.fetch = async (...request) => {
					const answer = await send(...request);
					const topic = await answer.clone().json();
					topic.consumers?.forEach((one) => one.lastSeen = new Date(Date.now()
						- (one.host === 'shop-7' ? 110_000 : 130_000)).toISOString());
					return new Response(JSON.stringify(topic), answer);
				};
				""");
		browser.waitForText("Last seen 2 min 1");
		assertThat(browser.all("main > section tbody tr")).extracting(WebElement::getText)
			.satisfiesExactlyInAnyOrder((first) -> assertThat(first).contains("shop-7", "healthy"),
					(second) -> assertThat(second).contains("shop-8").doesNotContain("healthy"));
	}

	@Test
	void aJobIsSubmittedAsItIsWritten(Browser browser) {
		data.submit(this.topic, "1", "{}", Duration.ofHours(1));
		open(browser, "");
		browser.click("Submit a job");
		browser.fill("payload", "{ \"n\": 12345678901234567890 }");
		browser.fill("id", "new");
		browser.fill("delay", "2h");
		browser.confirm("Submit a job");
		browser.waitForText("Job \"new\" was submitted.");
		assertThat(new String(job("new").record().payload())).isEqualTo("{ \"n\": 12345678901234567890 }");
		assertThat(job("new").state()).isEqualTo(JobState.DELAYED);
	}

	@Test
	void chosenJobsAreKickedLaterAndTheResultSaysWhatWasFound(Browser browser) {
		failed("1", "2", "3");
		open(browser, "/jobs?state=failed");
		browser.find("input[aria-label='Select 1']").click();
		browser.find("input[aria-label='Select 2']").click();
		browser.waitForText("2 selected");
		browser.click("fieldset:first-child", "Kick");
		assertThat(browser.find("dialog[open]").getText()).contains("Kick 2 failed jobs of \"" + this.topic + "\"");
		browser.fill("delay", "1h");
		admin().jobs().cancel(this.topic, "2");
		browser.confirm("Kick");
		browser.waitForText("1 job changed. Found: failed 1. 1 no longer existed.");
		assertThat(job("1").state()).isEqualTo(JobState.DELAYED);
		assertThat(job("3").state()).isEqualTo(JobState.FAILED);
	}

	@Test
	void waitingJobsAreRescheduledAndBuried(Browser browser) {
		data.submit(this.topic, "1", "{}", Duration.ofHours(1));
		data.submit(this.topic, "2", "{}", Duration.ofHours(1));
		open(browser, "/jobs?state=delayed");
		browser.find("input[aria-label='Select 1']").click();
		browser.click("fieldset:first-child", "Reschedule");
		browser.fill("delay", "3d");
		browser.confirm("Reschedule");
		browser.waitForText("1 job changed.");
		assertThat(job("1").time()).isAfter(job("2").time().plusSeconds(200_000));
		browser.click(".work", "Close");
		browser.click("Bury: All 2");
		browser.fill("reason", "Wrong price");
		browser.confirm("Bury");
		browser.waitForText("2 jobs changed.");
		assertThat(job("2").failures().last().error()).contains("Wrong price");
	}

	@Test
	void aRescheduleDemandsADelayOrATime(Browser browser) {
		data.submit(this.topic, "1", "{}", Duration.ofHours(1));
		Instant due = job("1").time();
		open(browser, "/job?id=1");
		browser.click("Reschedule");
		browser.click("dialog", "Reschedule");
		assertThat(browser.find("dialog[open] input:invalid").getDomProperty("validationMessage"))
			.isEqualTo("Enter a delay or a time.");
		assertThat(job("1").time()).isEqualTo(due);
		browser.fill("delay", "2d");
		browser.confirm("Reschedule");
		browser.waitForText("in 2 d");
	}

	@Test
	void allJobsOfAStateAreCancelledInSmallSteps(Browser browser) {
		data.submitMany(this.topic, "job-", 1_203, Duration.ofHours(1));
		open(browser, "/jobs?state=delayed");
		browser.click("Delete: All 1,203");
		assertThat(browser.find("dialog[open]").getText()).contains("Delete 1,203 delayed jobs", "cannot be undone");
		browser.confirm("Delete");
		browser.waitForText("1,203 jobs changed.");
		assertThat(count(JobState.DELAYED)).isZero();
	}

	@Test
	void nothingIsChangedWithoutTheConfirmation(Browser browser) {
		failed("1");
		open(browser, "/jobs?state=failed");
		browser.click("Delete: All 1");
		browser.find("dialog[open]");
		browser.press(Keys.ESCAPE);
		browser.await("no dialog", () -> browser.all("dialog[open]").isEmpty());
		open(browser, "/failed");
		browser.click("Kick: java.lang.IllegalStateException");
		browser.confirm("Leave as it is");
		assertThat(count(JobState.FAILED)).isOne();
	}

	@Test
	void aPurgeDemandsTheNameOfTheTopic(Browser browser) {
		failed("1", "2");
		open(browser, "");
		browser.click("Purge failed jobs");
		browser.fill("topic", "order");
		browser.click("dialog", "Purge failed jobs");
		assertThat(browser.all("dialog[open] input:invalid")).hasSize(1);
		assertThat(count(JobState.FAILED)).isEqualTo(2);
		browser.fill("topic", this.topic);
		browser.confirm("Purge failed jobs");
		browser.waitForText("2 jobs changed.");
		assertThat(count(JobState.FAILED)).isZero();
	}

	@Test
	void failuresAreGroupedAndAGroupIsKickedOrCancelled(Browser browser) {
		failed("1", "2", "3");
		data.submit(this.topic, "4", "{}", Duration.ZERO);
		data.fail(this.topic, ShopData.reason("java.io.IOException: Broken pipe"));
		open(browser, "/failed");
		assertThat(browser.all(".groups li")).hasSize(2);
		assertThat(browser.find(".groups li").getText()).contains("3", "java.lang.IllegalStateException",
				"Payment # is missing");
		browser.click("Kick: java.lang.IllegalStateException");
		browser.fill("spread", "1h");
		browser.confirm("Kick");
		browser.waitForText("3 jobs changed.");
		browser.await("one group", () -> browser.all(".groups li").size() == 1);
		assertThat(count(JobState.DELAYED)).isGreaterThanOrEqualTo(2);
		browser.click(".work", "Close");
		browser.click("Delete: java.io.IOException");
		browser.confirm("Delete");
		browser.waitForText("No failed jobs.");
		assertThat(admin().jobs().find(this.topic, "4")).isEmpty();
	}

	@Test
	void aFailedJobIsEditedAndKickedByteByByte(Browser browser) {
		failed("1");
		open(browser, "/job?id=1");
		assertThat(browser.find(".life").getText()).contains("due", "attempt 1 failed on shop-1 after 2 s",
				"failed; waits for an operator");
		assertThat(browser.find("pre.text").getText()).isEqualTo("{\n  \"order\": 1\n}");
		browser.click("Edit and kick");
		browser.fill("payload", "{\"order\": 2.50 ,\n\"big\":9007199254740993}");
		browser.confirm("Edit and kick");
		browser.waitForText("Job \"1\" was edited.");
		assertThat(new String(job("1").record().payload())).isEqualTo("{\"order\": 2.50 ,\n\"big\":9007199254740993}");
		assertThat(job("1").state()).isEqualTo(JobState.READY);
		browser.waitForText("9007199254740993");
	}

	@Test
	void pageOfAnEditedJobShowsHowItsRunEnded(Browser browser) {
		failed("1");
		open(browser, "/job?id=1");
		browser.click("Edit and kick");
		browser.fill("payload", "{}");
		browser.confirm("Edit and kick");
		browser.waitForText("Job \"1\" was edited.");
		data.finish(this.topic, 1);
		browser.waitForText("It ended at");
		assertThat(browser.find("main").getText()).containsPattern(
				"Job \"1\" was kicked at [\\d:]{7,8}[\\h\\w]*\\. It ended at [\\d:]{7,8}[\\h\\w]* and is no longer stored\\. Outcome: done\\.");
	}

	@Test
	void anEditOfAJobThatChangedMeanwhileChangesNothing(Browser browser) {
		failed("1");
		open(browser, "/job?id=1");
		browser.click("Edit and kick");
		browser.fill("payload", "{}");
		admin().jobs().kick(this.topic, "1", Duration.ofHours(1));
		browser.confirm("Edit and kick");
		browser.waitForText("Nothing was changed, because the job has changed since it was read.");
		assertThat(new String(job("1").record().payload())).isEqualTo("{\"order\":1}");
		browser.expectFailedRequests("status of 409");
	}

	@Test
	void oneJobIsKickedBuriedRescheduledAndCancelled(Browser browser) {
		failed("a/b?c=d&e");
		open(browser, "/job?id=a%2Fb%3Fc%3Dd%26e");
		browser.click("Kick");
		browser.fill("delay", "1h");
		browser.confirm("Kick");
		browser.waitForText("next attempt");
		browser.click("Bury");
		browser.fill("reason", "Asked by the customer");
		browser.confirm("Bury");
		browser.waitForText("Asked by the customer");
		browser.click("Kick");
		browser.fill("delay", "1h");
		browser.confirm("Kick");
		browser.waitForText("next attempt");
		browser.click("Reschedule");
		browser.fill("delay", "2d");
		browser.confirm("Reschedule");
		browser.waitForText("in 2 d");
		browser.click("Delete");
		browser.confirm("Delete");
		browser.waitForText("cancelled");
		assertThat(admin().jobs().find(this.topic, "a/b?c=d&e")).isEmpty();
	}

	@Test
	void finishedRunsAreListed(Browser browser) {
		data.submit(this.topic, "1", "{}", Duration.ZERO);
		data.finish(this.topic, 1);
		open(browser, "/jobs?state=finished");
		assertThat(browser.find("table.runs").getText()).contains("1", "done", "shop-1");
		browser.waitForText("Run time of 1 run");
		browser.waitForText("lateness of 1 first attempt");
		browser.click("1");
		browser.waitForText("There is no such job now, only finished runs of its id.");
	}

	@Test
	void jobsAreReadPageByPage(Browser browser) {
		data.submitMany(this.topic, "job-", 120, Duration.ofHours(1));
		open(browser, "/jobs?state=delayed");
		assertThat(browser.all("table.jobs tbody tr")).hasSize(50);
		browser.click("Next page →");
		browser.await("second page", () -> browser.all("nav.pager a").size() == 2);
		browser.click("Next page →");
		browser.await("last page", () -> browser.all("table.jobs tbody tr").size() == 20);
		browser.click("newest first");
		browser.await("first page", () -> browser.all("table.jobs tbody tr").size() == 50);
	}

	@Test
	void jobsAreListedWithTheBeginningOfTheirPayloads(Browser browser) {
		data.submit(this.topic, "long", "{\n  \"a\": \"" + "b".repeat(71) + "\uD83D\uDE00\",\n  \"end\": 1}",
				Duration.ofHours(1));
		data.submit(this.topic, "short", "{ \"n\": 12345678901234567890 }", Duration.ofHours(2));
		data.submit(this.topic, "markup", "<b>\u202E</b>", Duration.ofHours(3));
		data.submit(this.topic, "bytes", new byte[] { 'x', (byte) 0xC3, 0x28, (byte) 0xFF }, Map.of(),
				Duration.ofHours(4));
		data.submit(this.topic, "empty", "", Duration.ofHours(5));
		open(browser, "/jobs?state=delayed");
		assertThat(browser.all("table.jobs td.preview")).extracting(WebElement::getText)
			.containsExactly("{ \"a\": \"" + "b".repeat(71) + "\uD83D\uDE00…", "{ \"n\": 12345678901234567890 }",
					"<b>U+202E</b>", "not text, 4 B", "");
	}

	@Test
	void anIdIsFoundInAllTopics(Browser browser) {
		String id = "wanted-" + this.topic;
		data.submit(this.topic, id, "{}", Duration.ofHours(1));
		browser.open(application.console());
		browser.waitForText("as of");
		browser.find("input[name=id]").sendKeys(id + Keys.ENTER);
		browser.waitForText("searched");
		browser.click("table", this.topic);
		browser.waitForText("Payload");
		browser.find("input[name=id]").clear();
		browser.find("input[name=id]").sendKeys("-not" + Keys.ENTER);
		browser.waitForText("No topic has a job or a kept run with the id \"-not\".");
	}

	@Test
	void jobsAreFoundByAPartOfTheirIdsAndTheSearchStatesHowFarItCame(Browser browser) {
		String part = this.topic.substring(7);
		data.submit(this.topic, "mail-" + part + "-1", "{}", Duration.ofHours(1));
		data.submit(this.topic, "mail-" + part + "-2", "{}", Duration.ZERO);
		data.submitMany(this.topic + "-many", "other-", 10_001, Duration.ofHours(1));
		browser.open(application.console() + "#/find?id=" + part);
		browser.waitForText("No topic has a job or a kept run");
		browser.click("Part of an id");
		browser.waitForText("jobs examined at");
		browser.await("the last topic", () -> {
			if (browser.text().contains("-many")) {
				return true;
			}
			browser.all("main p button").forEach(WebElement::click);
			return false;
		});
		assertThat(browser.find("table").getText()).contains("mail-" + part + "-1", "mail-" + part + "-2", "ready");
		assertThat(browser.find("p.says").getText()).startsWith("Not all jobs of these topics were examined: ")
			.contains(this.topic + "-many");
		admin().bulk().purge(this.topic + "-many", JobState.DELAYED);
		browser.click("table", "mail-" + part + "-1");
		browser.waitForText("Payload");
	}

	@Test
	void whatChangesIsReadAgainAndMarkedWhileFocusAndSelectionStay(Browser browser) {
		failed("1", "2");
		open(browser, "/jobs?state=failed");
		browser.find("input[aria-label='Select 1']").click();
		data.submit(this.topic, "3", "{}", Duration.ZERO);
		data.fail(this.topic, ShopData.reason("java.io.IOException: x"));
		browser.await("three jobs", () -> browser.all("table.jobs tbody tr").size() == 3);
		assertThat(browser.find("input[aria-label='Select 1']").isSelected()).isTrue();
		assertThat(browser.driver().switchTo().activeElement().getAccessibleName()).isEqualTo("Select 1");
		open(browser, "/failed");
		data.submit(this.topic, "4", "{}", Duration.ZERO);
		data.fail(this.topic, ShopData.reason("java.io.IOException: x"));
		browser.await("a mark", () -> !browser.all("[class*=changed-]").isEmpty());
	}

	@Test
	void aGroupIsKickedFromTheOverviewByKeysAlone(Browser browser) {
		failed("1", "2");
		browser.open(application.console() + "#/?filter=" + this.topic);
		browser.waitForText("as of");
		browser.tabTo("Show causes " + this.topic);
		browser.press(Keys.ENTER);
		browser.waitForText("Payment # is missing");
		browser.tabTo("Kick: java.lang.IllegalStateException");
		browser.press(Keys.ENTER);
		browser.find("dialog[open]");
		browser.press("10m", Keys.ENTER);
		browser.waitForText("2 jobs changed.");
		assertThat(count(JobState.FAILED)).isZero();
	}

	@Test
	void focusIsKeptWhenAKickRemovesTheFocusedButton(Browser browser) {
		failed("1", "2", "3", "4");
		open(browser, "/job?id=1");
		browser.tabTo("Kick");
		browser.press(Keys.ENTER);
		browser.find("dialog[open]");
		browser.press(Keys.ENTER);
		browser.waitForText("done.");
		browser.await("no button to kick", () -> browser.all("main .actions button").size() == 4);
		assertThat(browser.driver().switchTo().activeElement().getDomProperty("id")).isEqualTo("main");
		browser.press(Keys.TAB);
		assertThat(browser.driver().switchTo().activeElement().getAccessibleName()).isEqualTo("Edit");
		open(browser, "/jobs?state=failed");
		browser.tabTo("Select 2");
		browser.press(Keys.SPACE);
		browser.tabTo("Kick");
		browser.press(Keys.ENTER);
		browser.find("dialog[open]");
		browser.press(Keys.ENTER);
		assertFocusOnWork(browser, "1 job changed.");
		open(browser, "/failed");
		browser.tabTo("Kick: java.lang.IllegalStateException");
		browser.press(Keys.ENTER);
		browser.find("dialog[open]");
		browser.press(Keys.ENTER);
		browser.waitForText("No failed jobs.");
		assertFocusOnWork(browser, "2 jobs changed.");
	}

	private static void assertFocusOnWork(Browser browser, String result) {
		browser.waitForText(result);
		assertThat(browser.driver().switchTo().activeElement().getText()).contains(result);
		browser.press(Keys.TAB);
		assertThat(browser.driver().switchTo().activeElement().getAccessibleName()).isEqualTo("Close");
		browser.press(Keys.ENTER);
		browser.await("no result", () -> browser.all(".work").isEmpty());
		assertThat(browser.driver().switchTo().activeElement().getDomProperty("id")).isEqualTo("main");
	}

	@Test
	void numbersAreNotChangedByParsing(Browser browser) {
		data.submit(this.topic, "1", "{\"n\":12345678901234567890,\"m\":1.10,\"k\":[1e400,{}],\"s\":\"a\\\"{b\"}",
				Duration.ofHours(1));
		open(browser, "/job?id=1");
		assertThat(browser.find("pre.text").getText()).isEqualTo(
				"{\n  \"n\": 12345678901234567890,\n  \"m\": 1.10,\n  \"k\": [\n    1e400,\n    {}\n  ],\n  \"s\": \"a\\\"{b\"\n}");
	}

	@Test
	void countsThatCanBeOutOfDateAreMarked(Browser browser) {
		failed("1");
		data.submit(this.topic, "2", "{}", Duration.ofHours(1));
		open(browser, "");
		// As a database answers whose counts are old
		browser.run("""
				const send = window.fetch;
				window.fetch = async (...request) => {
					const answer = await send(...request);
					const text = await answer.clone().text();
					const changed = text.replaceAll('"jobs":{', '"estimated":true,"jobs":{')
						.replaceAll('"FAILED":1', '"FAILED":12345').replaceAll('"DELAYED":1', '"DELAYED":10001');
					return changed === text ? answer : new Response(changed, answer);
				};
				location.hash = arguments[0] + '/jobs?state=failed';
				""", "#/topic/" + this.topic);
		browser.waitForText("All ≈ 12,345");
		browser.click("Kick: All ≈ 12,345");
		assertThat(browser.find("dialog[open]").getText()).contains("Kick ≈ 12,345 failed jobs");
		browser.confirm("Leave as it is");
		browser.run("location.hash = arguments[0]", "#/topic/" + this.topic);
		browser.click("Purge failed jobs");
		assertThat(browser.find("dialog[open]").getText()).contains("Purge ≈ 12,345 failed jobs");
		browser.confirm("Leave as it is");
		browser.click("Pause");
		assertThat(browser.find("dialog[open]").getText()).contains("0 ready and ≈ 10,001 delayed");
		browser.confirm("Leave as it is");
		browser.run("location.hash = '#/'");
		browser.find(".problems");
		browser.all(".problems > button").forEach(WebElement::click);
		assertThat(browser.find(".problems").getText()).contains("≈ 12,345 jobs have failed permanently.");
	}

	@Test
	void theAddressWithASlashAtTheEndWorks(Browser browser) {
		data.submit(this.topic, "1", "{}", Duration.ofHours(1));
		browser.open(application.console() + "/");
		browser.waitForText(this.topic);
	}

	@Test
	void anUnknownTopicIsABanner(Browser browser) {
		browser.open(application.console() + "#/topic/" + this.topic);
		browser.waitForText("There is no topic '" + this.topic + "'");
		browser.expectFailedRequests("status of 404");
	}

}
