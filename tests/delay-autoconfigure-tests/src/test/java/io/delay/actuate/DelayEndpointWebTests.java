// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.util.StringUtils;

import io.delay.actuate.ActuatorApplication.Reply;
import io.delay.actuate.ActuatorApplication.Web;
import io.delay.admin.DelayAdmin;
import io.delay.annotation.DelayListener;
import io.delay.job.Job;
import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.store.FailureReason;
import io.delay.store.JobStore;
import io.delay.store.LeaseTokens;
import io.delay.store.ReservedJob;
import io.delay.store.Settlement;
import io.delay.store.StoredJob;
import io.delay.store.admin.JobCopies;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every operation by HTTP, where everything is granted and shown. Each web framework has
 * a subclass.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DelayEndpointWebTests {

	private final Web web;

	private ActuatorApplication application;

	DelayEndpointWebTests(Web web) {
		this.web = web;
	}

	@BeforeAll
	void start() {
		this.application = ActuatorApplication.withoutSecurity(this.web, Parts.class,
				"management.endpoints.web.exposure.include=*", "management.endpoint.delay.access=unrestricted",
				"delay.endpoint.show-payloads=always", "spring.application.name=shop",
				"delay.topics.finished.history.max-count=100", "delay.topics.finished.history.payloads=true",
				"delay.topics.life.history.max-count=100", "delay.topics.life.history.payloads=true",
				"delay.topics.ended.history.max-count=100");
	}

	@AfterAll
	void stop() {
		this.application.close();
	}

	// The method of JsonNode is missing in the Jackson of Spring Boot 3.4.
	private static Stream<JsonNode> values(JsonNode array) {
		return StreamSupport.stream(array.spliterator(), false);
	}

	@Test
	void topicsAreListedInPages() {
		submit("list-a", "1", Duration.ZERO);
		submit("list-a", "2", Duration.ofHours(1));
		submit("list-b", "1", Duration.ofHours(1));
		admin().topics().pause("list-b");
		JsonNode first = this.application.get("/delay?limit=1&after=list-").json();
		assertThat(first.get("next").asText()).isEqualTo("list-a");
		JsonNode status = first.get("topics").get(0);
		assertThat(status.get("topic").asText()).isEqualTo("list-a");
		assertThat(status.get("jobs").toString()).isEqualTo("{\"DELAYED\":1,\"READY\":1,\"RESERVED\":0,\"FAILED\":0}");
		assertThat(Duration.parse(status.get("oldestReady").asText())).isBetween(Duration.ZERO, Duration.ofMinutes(1));
		assertThat(status.get("consumers").asInt()).isZero();
		JsonNode second = this.application.get("/delay?limit=1&after=list-a").json().get("topics");
		assertThat(second).hasSize(1);
		assertThat(second.get(0).get("topic").asText()).isEqualTo("list-b");
		assertThat(second.get(0).get("paused").asBoolean()).isTrue();
		assertThat(second.get(0).has("oldestReady")).isFalse();
		assertThat(this.application.get("/delay").json().has("next")).isFalse();
	}

	@Test
	void listOfTopicsReportsWhetherTheUserIsAnOperator() {
		assertThat(this.application.get("/delay").json().get("operator").asBoolean()).isTrue();
	}

	@Test
	void changesOfThisInstanceAreShownAtOnce() {
		submit("seen", "1", Duration.ofHours(1));
		assertThat(this.application.get("/delay/seen").json().get("status").get("paused").asBoolean()).isFalse();
		this.application.post("/delay/seen/pause");
		assertThat(this.application.get("/delay/seen").json().get("status").get("paused").asBoolean()).isTrue();
	}

	@Test
	void readsWithinASecondShareAnAnswer() {
		submit("shared", "1", Duration.ofHours(1));
		Awaitility.await().until(() -> {
			String first = this.application.get("/delay/shared").body();
			submit("shared", UUID.randomUUID().toString(), Duration.ofHours(1));
			return this.application.get("/delay/shared").body().equals(first);
		});
	}

	@Test
	void aTopicIsShownWithItsConsumers() {
		Awaitility.await().until(() -> admin().topics().status("handled").consumers() == 1);
		JsonNode topic = this.application.get("/delay/handled").json();
		assertThat(topic.get("status").get("consumers").asInt()).isOne();
		assertThat(topic.get("consumers")).hasSize(1);
		JsonNode consumer = topic.get("consumers").get(0);
		assertThat(consumer.get("listener").asText()).isEqualTo("handled");
		assertThat(consumer.get("concurrency").asInt()).isEqualTo(3);
		assertThat(consumer.get("ttr").asText()).isEqualTo("PT7S");
		assertThat(consumer.get("maxAttempts").asInt()).isEqualTo(5);
		assertThat(Instant.parse(consumer.get("lastSeen").asText())).isNotNull();
	}

	@Test
	void jobIsShownWithItsHeadersAndPayload() {
		template().submit(Job.to("shown")
			.id("a/b?c=d&e,+%")
			.payload(Map.of("order", 4711))
			.header("tenant", "acme")
			.priority(JobPriority.HIGH)
			.ttr(Duration.ofSeconds(9))
			.maxAttempts(2)
			.delay(Duration.ofHours(1))
			.build());
		JsonNode job = this.application.get("/delay/shown/job?id=a%2Fb%3Fc%3Dd%26e%2C%2B%25").json();
		assertThat(job.get("id").asText()).isEqualTo("a/b?c=d&e,+%");
		assertThat(job.get("state").asText()).isEqualTo("DELAYED");
		assertThat(Instant.parse(job.get("time").asText())).isEqualTo(stored("shown", "a/b?c=d&e,+%").time());
		assertThat(job.get("priority").asText()).isEqualTo("HIGH");
		assertThat(job.get("ttr").asText()).isEqualTo("PT9S");
		assertThat(job.get("maxAttempts").asInt()).isEqualTo(2);
		assertThat(job.get("payloadText").asText()).isEqualTo("{\"order\":4711}");
		assertThat(job.get("headers").get("tenant").asText()).isEqualTo("acme");
		assertThat(job.has("failures")).isFalse();
	}

	@Test
	void listsShowOnlyTheLastFailureOfAJob() {
		submit("failing", "1", Duration.ZERO);
		for (int attempt = 1; attempt <= 2; attempt++) {
			ReservedJob job = template().reserve("failing", 1).get(0);
			this.application.bean(JobStore.class)
				.settle(List.of(new Settlement.Bury(job.lease(), new FailureReason("boom " + attempt, "host-1",
						"\tat shop.Orders.close(Orders.java:" + attempt + ")", Duration.ofMillis(1500)))));
			admin().jobs().kick("failing", "1");
		}
		JsonNode failures = this.application.get("/delay/failing/job?id=1").json().get("failures");
		assertThat(failures.get("attempts").asInt()).isZero();
		assertThat(failures.get("attempt").asInt()).isOne();
		assertThat(failures.get("error").asText()).isEqualTo("boom 2");
		assertThat(failures.get("runTime").asText()).isEqualTo("PT1.5S");
		assertThat(failures.get("stackTrace").asText()).isEqualTo("\tat shop.Orders.close(Orders.java:2)");
		JsonNode earlier = failures.get("earlier");
		assertThat(earlier).hasSize(1);
		assertThat(earlier.get(0).get("error").asText()).isEqualTo("boom 1");
		assertThat(earlier.get(0).get("host").asText()).isEqualTo("host-1");
		assertThat(earlier.get(0).get("stackTrace").asText()).isEqualTo("\tat shop.Orders.close(Orders.java:1)");
		JsonNode listed = this.application.get("/delay/failing/jobs?state=ready")
			.json()
			.get("jobs")
			.get(0)
			.get("failures");
		assertThat(listed.get("error").asText()).isEqualTo("boom 2");
		assertThat(listed.has("stackTrace")).isFalse();
		assertThat(listed.has("earlier")).isFalse();
	}

	@Test
	void anIdIsFoundInAllTopics() {
		submit("search-a", "wanted", Duration.ofHours(1));
		submit("search-b", "wanted", Duration.ZERO);
		JsonNode all = this.application.get("/delay?id=wanted&after=search-").json();
		assertThat(all.get("found")).hasSize(2);
		assertThat(all.get("found").get(0).get("topic").asText()).isEqualTo("search-a");
		assertThat(all.get("found").get(1).get("state").asText()).isEqualTo("READY");
		JsonNode first = this.application.get("/delay?id=wanted&after=search-&limit=1").json();
		assertThat(first.get("searched").asInt()).isOne();
		assertThat(first.get("next").asText()).isEqualTo("search-a");
		assertThat(this.application.get("/delay?id=not-wanted").json().get("found")).isEmpty();
		assertThat(this.application.get("/delay?id=wanted&limit=501").status()).isEqualTo(400);
	}

	@Test
	void jobsAreFoundByAPartOfTheirIds() {
		submit("part-a", "order-4711-mail", Duration.ofHours(1));
		submit("part-a", "order-4712-mail", Duration.ofHours(1));
		submit("part-b", "4711", Duration.ZERO);
		JsonNode all = this.application.get("/delay?part=4711&after=part-&limit=2").json();
		assertThat(all.get("found").get(0).toString())
			.startsWith("{\"topic\":\"part-a\",\"id\":\"order-4711-mail\",\"state\":\"DELAYED\",\"time\":");
		assertThat(all.get("found").get(1).toString())
			.startsWith("{\"topic\":\"part-b\",\"id\":\"4711\",\"state\":\"READY\",\"time\":");
		assertThat(all.get("found")).hasSize(2);
		assertThat(all.get("searched").asInt()).isEqualTo(2);
		assertThat(all.get("examined").asInt()).isEqualTo(3);
		assertThat(all.has("incomplete")).isFalse();
		JsonNode first = this.application.get("/delay?part=4711&after=part-&limit=1").json();
		assertThat(first.get("next").asText()).isEqualTo("part-a");
		assertThat(this.application.get("/delay?part=MAIL&after=part-&limit=2").json().get("found")).isEmpty();
		assertThat(this.application.get("/delay?part=4711&id=4711").status()).isEqualTo(400);
	}

	@Test
	void searchForAPartStatesWhichTopicsItExaminedInPart() {
		template().submitAll(IntStream.range(0, 10_001)
			.mapToObj(
					(number) -> Job.to("partly").id("number-" + number).payload("1").delay(Duration.ofHours(1)).build())
			.toList());
		submit("partly-next", "1", Duration.ofHours(1));
		JsonNode frequent = this.application.get("/delay?part=number-&after=partl&limit=1").json();
		assertThat(frequent.get("examined").asInt()).isEqualTo(500);
		assertThat(frequent.get("found")).hasSize(500);
		assertThat(frequent.get("incomplete").toString()).isEqualTo("[\"partly\"]");
		JsonNode none = this.application.get("/delay?part=none&after=partl").json();
		// On a busy machine, the time of the request ends before
		assertThat(none.get("examined").asInt()).isBetween(500, 10_000);
		assertThat(none.get("incomplete").toString()).isEqualTo("[\"partly\"]");
		assertThat(none.get("next").asText()).isEqualTo("partly");
		admin().bulk().purge("partly", JobState.DELAYED);
	}

	@Test
	void payloadOfASubmittedJobIsKeptUnchanged() {
		submit("submitted", "other", Duration.ofHours(1));
		String job = "{\"id\":\"new\",\"payloadText\":\"{ \\\"n\\\": 1.0 }\",\"delay\":\"1h\"}";
		assertThat(this.application.post("/delay/submitted/submit", job).json().get("status").asText())
			.isEqualTo("CREATED");
		assertThat(this.application.post("/delay/submitted/submit", job).json().get("status").asText())
			.isEqualTo("EXISTING");
		JsonNode stored = this.application.get("/delay/submitted/job?id=new").json();
		assertThat(stored.get("state").asText()).isEqualTo("DELAYED");
		assertThat(stored.get("payloadText").asText()).isEqualTo("{ \"n\": 1.0 }");
		assertThat(this.application.post("/delay/submitted/submit", "{\"reason\":\"x\"}").status()).isEqualTo(400);
		Reply half = this.application.post("/delay/submitted/submit", "{\"id\":\"half\",\"payloadText\":\"\\ud83d\"}");
		assertThat(half.status()).isEqualTo(400);
		assertThat(half.body()).contains("an unpaired surrogate");
		assertThat(this.application.post("/delay/mistyped/submit", "{}").status()).isEqualTo(404);
	}

	@Test
	void aReservedJobIsShownWithItsLease() {
		submit("held", "1", Duration.ZERO);
		ReservedJob job = template().reserve("held", 1).get(0);
		JsonNode shown = this.application.get("/delay/held/job?id=1").json();
		JsonNode lease = shown.get("lease");
		String consumer = LeaseTokens.pollerOf(job.lease().token());
		assertThat(lease.get("consumer").asText()).isEqualTo(consumer);
		assertThat(consumer).startsWith(lease.get("host").asText() + "/");
		assertThat(lease.get("attempt").asInt()).isOne();
		assertThat(lease.get("maxAttempts").asInt()).isEqualTo(5);
		assertThat(lease.get("until").asText()).isEqualTo(shown.get("time").asText());
		assertThat(Instant.parse(lease.get("since").asText()))
			.isEqualTo(job.terms().deadline().minus(job.terms().ttr()));
		assertThat(lease.has("failureHandling")).isFalse();
		assertThat(shown.toString()).doesNotContain(job.lease().token());
		template().ack(job.lease());
	}

	@Test
	void aPayloadThatIsNoTextIsShownInBase64() {
		template().submit(Job.to("binary").id("1").payload(new byte[] { (byte) 0xff, 0, 1 }).build());
		JsonNode job = this.application.get("/delay/binary/job?id=1").json();
		assertThat(job.has("payloadText")).isFalse();
		assertThat(job.get("payloadBase64").asText()).isEqualTo("/wAB");
	}

	@Test
	void jobsOfAStateAreListedWithTheirLastErrorsPageByPage() {
		for (String id : new String[] { "1", "2,x", "3" }) {
			submit("paged", id, Duration.ofHours(1));
			admin().jobs().bury("paged", id, "why " + id);
		}
		JsonNode first = this.application.get("/delay/paged/jobs?state=failed&limit=2").json();
		assertThat(values(first.get("jobs")).map((job) -> job.get("failures").get("error").asText()))
			.containsExactly("why 1", "why 2,x");
		String next = StringUtils.replace(first.get("next").asText(), ",", "%2C");
		JsonNode second = this.application.get("/delay/paged/jobs?state=FAILED&limit=2&after=" + next).json();
		assertThat(values(second.get("jobs")).map((job) -> job.get("id").asText())).containsExactly("3");
		JsonNode newest = this.application.get("/delay/paged/jobs?state=failed&order=newest&limit=2").json();
		assertThat(values(newest.get("jobs")).map((job) -> job.get("id").asText())).containsExactly("3", "2,x");
		assertThat(second.has("next")).isFalse();
	}

	@Test
	void finishedRunsAreListedNewestFirstPageByPage() {
		doOne("finished", "1");
		doOne("finished", "2");
		doOne("finished", "1");
		submit("finished", "3", Duration.ofHours(1));
		admin().jobs().cancel("finished", "3");
		JsonNode first = this.application.get("/delay/finished/history?limit=1").json();
		JsonNode cancelled = first.get("runs").get(0);
		assertThat(cancelled.get("id").asText()).isEqualTo("3");
		assertThat(cancelled.get("outcome").asText()).isEqualTo("CANCELLED");
		assertThat(cancelled.has("started")).isFalse();
		assertThat(cancelled.has("host")).isFalse();
		String next = first.get("next").asText();
		JsonNode second = this.application.get("/delay/finished/history?limit=10&after=" + next).json();
		assertThat(values(second.get("runs")).map((run) -> run.get("id").asText())).containsExactly("1", "2", "1");
		assertThat(second.has("next")).isFalse();
		JsonNode done = second.get("runs").get(0);
		assertThat(done.get("outcome").asText()).isEqualTo("DONE");
		assertThat(done.get("attempts").asInt()).isOne();
		assertThat(done.get("payloadText").asText()).isEqualTo("4711");
		for (String time : new String[] { "submitted", "dueTime", "started", "finished" }) {
			assertThat(Instant.parse(done.get(time).asText())).isBefore(Instant.now().plusSeconds(1));
		}
		assertThat(this.application.get("/delay/finished/history?id=1").json().get("runs")).hasSize(2);
		assertThat(this.application.get("/delay/finished/history?id=none").json().get("runs")).isEmpty();
		assertThat(this.application.get("/delay/finished/history?after=x").status()).isEqualTo(400);
		assertThat(this.application.get("/delay/unknown-topic/history").status()).isEqualTo(404);
	}

	@Test
	void aJobIsShownWithItsFinishedRuns() {
		submit("life", "1", Duration.ofHours(1));
		assertThat(this.application.get("/delay/life/job?id=1").json().has("runs")).isFalse();
		admin().jobs().cancel("life", "1");
		doOne("life", "1");
		submit("life", "1", Duration.ofHours(2));
		assertThat(this.application.post("/delay/life/reschedule?id=1&delay=1h").status()).isEqualTo(200);
		JsonNode job = this.application.get("/delay/life/job?id=1").json();
		assertThat(job.get("state").asText()).isEqualTo("DELAYED");
		assertThat(values(job.get("runs")).map((run) -> run.get("outcome").asText())).containsExactly("DONE",
				"CANCELLED");
		assertThat(job.get("runs").get(0).get("payloadText").asText()).isEqualTo("4711");
		JsonNode listed = this.application.get("/delay/life/jobs?state=delayed").json().get("jobs").get(0);
		assertThat(listed.has("runs")).isFalse();
	}

	@Test
	void finishedJobIsShownWithItsRuns() {
		doOne("ended", "1");
		Reply reply = this.application.get("/delay/ended/job?id=1");
		assertThat(reply.status()).isEqualTo(200);
		assertThat(reply.json().fieldNames()).toIterable().containsExactly("id", "runs");
		assertThat(reply.json().get("id").asText()).isEqualTo("1");
		assertThat(reply.json().get("runs")).hasSize(1);
		assertThat(this.application.get("/delay/ended/job?id=2").status()).isEqualTo(404);
	}

	@Test
	void forecastCountsTheNextDayByTheHourByDefault() {
		submit("forecast", "1", Duration.ofMinutes(90));
		submit("forecast", "2", Duration.ofDays(2));
		JsonNode day = this.application.get("/delay/forecast/forecast").json().get("intervals");
		assertThat(day).hasSize(24);
		assertThat(day.get(1).get("jobs").asInt()).isOne();
		Instant due = stored("forecast", "2").time();
		JsonNode forecast = this.application
			.get("/delay/forecast/forecast?from=" + due + "&to=" + due.plusSeconds(60) + "&interval=20s")
			.json()
			.get("intervals");
		assertThat(values(forecast).map((interval) -> interval.get("jobs").asInt())).containsExactly(1, 0, 0);
		assertThat(forecast.get(0).get("from").asText()).isEqualTo(due.toString());
	}

	@Test
	void theLastChangesByOperatorsAreShown() {
		submit("changed", "1", Duration.ofHours(1));
		for (int i = 0; i < 51; i++) {
			assertThat(this.application.post("/delay/changed/pause").status()).isEqualTo(200);
			assertThat(this.application.post("/delay/changed/resume").status()).isEqualTo(200);
		}
		JsonNode changes = Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.until(this::changes,
					(read) -> read.size() == 100
							&& values(read).allMatch((change) -> change.get("topic").asText().equals("changed"))
							&& read.get(0).get("action").asText().equals("RESUME"));
		JsonNode last = changes.get(0);
		assertThat(last.get("topic").asText()).isEqualTo("changed");
		assertThat(last.get("operator").asText()).isNotEmpty();
		assertThat(last.get("complete").asBoolean()).isTrue();
		assertThat(Instant.parse(last.get("time").asText())).isBefore(Instant.now().plusSeconds(1));
		assertThat(changes.get(1).get("action").asText()).isEqualTo("PAUSE");
	}

	private JsonNode changes() {
		return this.application.get("/delay?changes=true").json().get("changes");
	}

	@Test
	void theThroughputIsShownByMinuteAndByQuarterOfAnHour() {
		doOne("throughput", "1");
		submit("throughput", "2", Duration.ofHours(1));
		JsonNode throughput = this.application.get("/delay/throughput/throughput").json();
		assertThat(throughput.get("topic").asText()).isEqualTo("throughput");
		assertThat(throughput.get("minutes")).hasSize(60);
		assertThat(throughput.get("quarters")).hasSize(96);
		for (String name : new String[] { "minutes", "quarters" }) {
			assertThat(sum(throughput.get(name), "submitted")).isEqualTo(2);
			assertThat(sum(throughput.get(name), "delivered")).isEqualTo(1);
			assertThat(sum(throughput.get(name), "done")).isEqualTo(1);
			assertThat(sum(throughput.get(name), "failedAttempts")).isZero();
		}
		assertThat(throughput.get("minutes").get(0).has("averageLateness")).isFalse();
		Instant from = Instant.parse(throughput.get("minutes").get(59).get("from").asText());
		assertThat(Instant.parse(throughput.get("minutes").get(58).get("from").asText()))
			.isEqualTo(from.minusSeconds(60));
	}

	private static long sum(JsonNode intervals, String field) {
		return values(intervals).mapToLong((interval) -> interval.get(field).asLong()).sum();
	}

	private void doOne(String topic, String id) {
		submit(topic, id, Duration.ZERO);
		template().ack(template().reserve(topic, 1).get(0).lease());
	}

	@Test
	void topicsAreListedWithThroughputOnRequest() {
		doOne("sparkline", "1");
		JsonNode topic = this.application.get("/delay?after=sparklin&limit=1&throughput=true")
			.json()
			.get("topics")
			.get(0);
		assertThat(topic.get("topic").asText()).isEqualTo("sparkline");
		assertThat(topic.get("donePerMinute")).hasSize(60);
		assertThat(values(topic.get("donePerMinute")).mapToLong(JsonNode::asLong).sum()).isOne();
		JsonNode without = this.application.get("/delay?after=sparklin&limit=1").json().get("topics").get(0);
		assertThat(without.has("donePerMinute")).isFalse();
	}

	@Test
	void aFailedJobIsKickedOnceAfterADelay() {
		submit("kick", "1", Duration.ofHours(1));
		admin().jobs().bury("kick", "1", "why");
		Reply kicked = this.application.post("/delay/kick/kick?id=1&delay=30m");
		assertThat(kicked.status()).isEqualTo(200);
		assertThat(kicked.body()).isEqualTo("{\"topic\":\"kick\",\"id\":\"1\",\"found\":\"FAILED\",\"changed\":true}");
		assertThat(stored("kick", "1").state()).isEqualTo(JobState.DELAYED);
		JsonNode again = this.application.post("/delay/kick/kick", "{\"id\":\"1\"}").json();
		assertThat(again.get("found").asText()).isEqualTo("DELAYED");
		assertThat(again.get("changed").asBoolean()).isFalse();
	}

	@Test
	void allFailedJobsAreKicked() {
		for (String id : new String[] { "1", "2" }) {
			submit("kick-all", id, Duration.ofHours(1));
			admin().jobs().bury("kick-all", id, "why");
		}
		assertThat(this.application.post("/delay/kick-all/kick-all", "{\"delay\":\"2h\"}").body())
			.isEqualTo("{\"topic\":\"kick-all\",\"jobs\":2}");
		assertThat(admin().topics().status("kick-all").count(JobState.DELAYED)).isEqualTo(2);
	}

	@Test
	void aWaitingJobIsBuriedWithAReason() {
		submit("bury", "1", Duration.ofHours(1));
		assertThat(this.application.post("/delay/bury/bury", "{\"id\":\"1\",\"reason\":\"no such order\"}").body())
			.isEqualTo("{\"topic\":\"bury\",\"id\":\"1\",\"found\":\"DELAYED\",\"changed\":true}");
		assertThat(stored("bury", "1").failures().last().error()).isEqualTo("no such order");
		assertThat(this.application.post("/delay/bury/bury?id=1").json().get("changed").asBoolean()).isFalse();
	}

	@Test
	void waitingJobsAreRescheduled() {
		submit("reschedule", "1", Duration.ofHours(1));
		assertThat(this.application
			.post("/delay/reschedule/reschedule", "{\"id\":\"1\",\"dueTime\":\"2030-01-31T08:00:00Z\"}")
			.body()).isEqualTo("{\"topic\":\"reschedule\",\"id\":\"1\",\"found\":\"DELAYED\",\"changed\":true}");
		assertThat(stored("reschedule", "1").dueTime()).isEqualTo("2030-01-31T08:00:00Z");
		assertThat(this.application.post("/delay/reschedule/reschedule?ids=1&delay=0s").body())
			.isEqualTo("{\"topic\":\"reschedule\",\"jobs\":1,\"found\":{\"DELAYED\":1},\"missing\":0}");
		assertThat(stored("reschedule", "1").state()).isEqualTo(JobState.READY);
	}

	@Test
	void aJobIsEditedIfItHasNotChanged() {
		submit("edit", "1", Duration.ofHours(1));
		admin().jobs().bury("edit", "1", "why");
		String version = stored("edit", "1").version();
		String edit = "{\"id\":\"1\",\"version\":\"" + version
				+ "\",\"payloadText\":\"{\\\"n\\\": 1.0}\",\"delay\":\"2h\"}";
		assertThat(this.application.post("/delay/edit/edit", edit).body())
			.isEqualTo("{\"topic\":\"edit\",\"id\":\"1\",\"found\":\"FAILED\",\"changed\":true}");
		assertThat(stored("edit", "1").record().payload()).asString(StandardCharsets.UTF_8).isEqualTo("{\"n\": 1.0}");
		assertThat(this.application.post("/delay/edit/edit", edit.replace("1.0", "\\ud83d")).body())
			.contains("an unpaired surrogate");
		Reply again = this.application.post("/delay/edit/edit", edit);
		assertThat(again.status()).isEqualTo(409);
		assertThat(again.json().get("type").asText()).isEqualTo("urn:delay:problem:conflict");
		assertThat(again.json().get("detail").asText())
			.isEqualTo("Job '1' of topic 'edit' has changed since it was read and is DELAYED now; nothing was changed. "
					+ "Read the job again, and edit it with its new version");
		String empty = "{\"id\":\"1\",\"version\":\"" + stored("edit", "1").version() + "\",\"payloadText\":\"\"}";
		assertThat(this.application.post("/delay/edit/edit", empty).json().get("changed").asBoolean()).isTrue();
		assertThat(stored("edit", "1").record().payload()).isEmpty();
	}

	@Test
	void aReservedJobIsNotEdited() {
		submit("edit-reserved", "1", Duration.ZERO);
		String version = stored("edit-reserved", "1").version();
		ReservedJob job = template().reserve("edit-reserved", 1).get(0);
		Reply reply = this.application.post("/delay/edit-reserved/edit?id=1&delay=1h&version=" + version);
		assertThat(reply.status()).isEqualTo(409);
		assertThat(reply.json().get("type").asText()).isEqualTo("urn:delay:problem:job-reserved");
		assertThat(reply.json().get("detail").asText()).isEqualTo(
				"Job '1' of topic 'edit-reserved' is RESERVED now, because a worker has received it since it was "
						+ "read; nothing was changed. Read the job again when its attempt has ended, and edit it with its new version");
		template().ack(job.lease());
	}

	@Test
	void failedJobsAreGroupedByCauseAndKickedOrCancelledTogether() {
		for (String id : new String[] { "1", "2", "3" }) {
			submit("causes", id, Duration.ofHours(1));
			admin().jobs().bury("causes", id, id.equals("2") ? "closed" : "a.B: Order " + id + " of 'x' failed");
		}
		JsonNode failures = this.application.get("/delay/causes/failures").json();
		assertThat(failures.get("examined").asInt()).isEqualTo(3);
		assertThat(failures.get("complete").asBoolean()).isTrue();
		assertThat(failures.get("omittedGroups").asInt()).isZero();
		JsonNode group = failures.get("groups").get(0);
		assertThat(group.get("exception").asText()).isEqualTo("a.B");
		assertThat(group.get("message").asText()).isEqualTo("Order # of '…' failed");
		assertThat(group.get("count").asInt()).isEqualTo(2);
		assertThat(group.get("example").asText()).isEqualTo("3");
		String cause = group.get("cause").asText();
		assertThat(
				this.application.post("/delay/causes/kick", "{\"cause\":\"" + cause + "\",\"spread\":\"10m\"}").body())
			.isEqualTo("{\"topic\":\"causes\",\"jobs\":2}");
		assertThat(admin().topics().status("causes").counts()).containsEntry(JobState.READY, 1L)
			.containsEntry(JobState.DELAYED, 1L);
		String other = this.application.get("/delay/causes/failures").json().get("groups").get(0).get("cause").asText();
		assertThat(this.application.post("/delay/causes/cancel?cause=" + other).body())
			.isEqualTo("{\"topic\":\"causes\",\"jobs\":1}");
		assertThat(this.application.post("/delay/causes/cancel?ids=2%203").body())
			.isEqualTo("{\"topic\":\"causes\",\"jobs\":1,\"found\":{\"DELAYED\":1},\"missing\":1}");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			POST   | kick-all?delay=1h           | DELAYED
			POST   | kick?cause=CAUSE&spread=1s  | READY
			POST   | cancel?cause=CAUSE          |
			DELETE | failed                      |
			DELETE | jobs?state=failed           |
			""")
	void anOperationOnManyJobsIsContinuedByFurtherRequests(String method, String request, JobState after) {
		String topic = "steps-" + UUID.randomUUID();
		for (int i = 0; i < 5; i++) {
			submit(topic, Integer.toString(i), Duration.ofHours(1));
			admin().jobs().bury(topic, Integer.toString(i), "why");
		}
		String cause = admin().bulk().failureGroups(topic).groups().get(0).cause();
		String path = "/delay/" + topic + "/" + StringUtils.replace(request, "CAUSE", cause)
				+ (request.contains("?") ? "&" : "?") + "limit=2";
		JsonNode first = send(method, path).json();
		assertThat(first.get("jobs").asInt()).isEqualTo(2);
		assertThat(first.get("done").asInt()).isEqualTo(2);
		assertThat(first.get("total").asInt()).isEqualTo(5);
		assertThat(admin().topics().status(topic).count(JobState.FAILED)).isEqualTo(3);
		// Stopped, and continued later; jobs that fail meanwhile are left alone
		submit(topic, "new", Duration.ofHours(1));
		admin().jobs().bury(topic, "new", "why");
		JsonNode second = send(method, path + "&after=" + first.get("next").asText()).json();
		assertThat(second.get("done").asInt()).isEqualTo(4);
		JsonNode third = send(method, path + "&after=" + second.get("next").asText()).json();
		assertThat(third.toString()).isEqualTo("{\"topic\":\"" + topic + "\",\"jobs\":1,\"done\":5,\"total\":5}");
		assertThat(admin().jobs().find(topic, "new")).get().extracting(StoredJob::state).isEqualTo(JobState.FAILED);
		assertThat(admin().topics().status(topic).count(JobState.FAILED)).isOne();
		assertThat(admin().jobs().find(topic, "0").map(StoredJob::state)).isEqualTo(Optional.ofNullable(after));
	}

	@Test
	void aWaitingStateIsPurged() {
		submit("purge-state", "1", Duration.ofHours(1));
		submit("purge-state", "2", Duration.ZERO);
		assertThat(this.application.delete("/delay/purge-state/jobs?state=delayed").body())
			.isEqualTo("{\"topic\":\"purge-state\",\"jobs\":1}");
		assertThat(admin().jobs().find("purge-state", "1")).isEmpty();
		assertThat(admin().jobs().find("purge-state", "2")).isPresent();
	}

	@Test
	void manyJobsAreChangedByTheirIdsInOneText() {
		Stream.of("1", "2", "3", "4").forEach((id) -> submit("many", id, Duration.ofHours(1)));
		assertThat(this.application.post("/delay/many/bury", "{\"ids\":\" 2 1\\n9\\t2 \",\"reason\":\"why\"}").body())
			.isEqualTo("{\"topic\":\"many\",\"jobs\":2,\"found\":{\"DELAYED\":2},\"missing\":1}");
		assertThat(this.application.post("/delay/many/kick?ids=1%202%203").body())
			.isEqualTo("{\"topic\":\"many\",\"jobs\":2,\"found\":{\"DELAYED\":1,\"FAILED\":2},\"missing\":0}");
		assertThat(this.application.delete("/delay/many/job?ids=1%203").body())
			.isEqualTo("{\"topic\":\"many\",\"jobs\":2,\"found\":{\"DELAYED\":1,\"READY\":1},\"missing\":0}");
		assertThat(admin().topics().status("many").counts()).containsEntry(JobState.DELAYED, 1L)
			.containsEntry(JobState.READY, 1L)
			.containsEntry(JobState.FAILED, 0L);
	}

	@Test
	void aTopicIsPausedAndResumed() {
		submit("pause", "1", Duration.ofHours(1));
		assertThat(this.application.post("/delay/pause/pause").body())
			.isEqualTo("{\"topic\":\"pause\",\"paused\":true,\"changed\":true}");
		assertThat(this.application.post("/delay/pause/pause").json().get("changed").asBoolean()).isFalse();
		assertThat(admin().topics().status("pause").paused()).isTrue();
		assertThat(this.application.post("/delay/pause/resume").body())
			.isEqualTo("{\"topic\":\"pause\",\"paused\":false,\"changed\":true}");
		assertThat(admin().topics().status("pause").paused()).isFalse();
	}

	@Test
	void unusedTopicOfAListenerCanBePaused() {
		assertThat(admin().topics().names()).doesNotContain("later");
		assertThat(this.application.post("/delay/later/pause").json().get("changed").asBoolean()).isTrue();
	}

	@Test
	void aJobIsCancelledInAnyState() {
		submit("cancel", "1", Duration.ZERO);
		assertThat(this.application.delete("/delay/cancel/job?id=1").body())
			.isEqualTo("{\"topic\":\"cancel\",\"id\":\"1\",\"found\":\"READY\",\"changed\":true}");
		assertThat(admin().jobs().find("cancel", "1")).isEmpty();
	}

	@Test
	void onlyFailedJobsArePurged() {
		submit("purge", "1", Duration.ofHours(1));
		submit("purge", "2", Duration.ofHours(1));
		admin().jobs().bury("purge", "1", "why");
		assertThat(this.application.delete("/delay/purge/failed").body()).isEqualTo("{\"topic\":\"purge\",\"jobs\":1}");
		assertThat(admin().jobs().find("purge", "1")).isEmpty();
		assertThat(admin().jobs().find("purge", "2")).isPresent();
	}

	@ParameterizedTest
	@CsvSource({ "failed, true", "failed, false", "job?id=1, true", "job?id=1, false", "'', true" })
	void aDeleteWithABodyIsRefusedBecauseTheBodyWouldBeIgnored(String path, boolean withLength) {
		submit("body", "1", Duration.ofHours(1));
		submit("body", "2", Duration.ofHours(1));
		admin().jobs().bury("body", List.of("1", "2"), "why");
		Reply reply = this.application.deleteAtOnce("/delay/body/" + path, "{\"ids\":\"1\"}", withLength);
		assertThat(reply.status()).isEqualTo(400);
		assertThat(reply.json().get("type").asText()).isEqualTo("urn:delay:problem:invalid-request");
		assertThat(reply.json().get("detail").asText()).contains("DELETE", "body", "nothing was changed", "?ids=");
		assertThat(admin().topics().status("body").count(JobState.FAILED)).isEqualTo(2);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					GET    | /delay/nobody-knows | topic-not-found | There is no topic 'nobody-knows'
					GET    | /delay/wrong/job?id=4711 | job-not-found | Topic 'wrong' has no job '4711'
					POST   | /delay/wrong/kick?id=4711 | job-not-found | Topic 'wrong' has no job '4711'
					POST   | /delay/wrong/edit?id=4711&version=1&payloadText=x | job-not-found | Topic 'wrong' has no job '4711'
					POST   | /delay/wrong/bury?id=4711 | job-not-found | Topic 'wrong' has no job '4711'
					DELETE | /delay/wrong/job?id=4711 | job-not-found | Topic 'wrong' has no job '4711'
					GET    | /delay/nobody-knows/jobs?state=failed | topic-not-found | There is no topic 'nobody-knows'
					GET    | /delay/nobody-knows/failures | topic-not-found | There is no topic 'nobody-knows'
					POST   | /delay/nobody-knows/kick?cause=1 | topic-not-found | There is no topic 'nobody-knows'
					GET    | /delay/nobody-knows/forecast | topic-not-found | There is no topic 'nobody-knows'
					GET    | /delay/nobody-knows/throughput | topic-not-found | There is no topic 'nobody-knows'
					POST   | /delay/handled/kick?cause=0123456789ab | cause-not-found | Topic 'handled' has no failed job with the cause '0123456789ab' among the 10,000 that failed last; nothing was changed. Read the causes again
					POST   | /delay/handled/cancel?cause=0123456789ab | cause-not-found | Topic 'handled' has no failed job with the cause '0123456789ab' among the 10,000 that failed last; nothing was changed. Read the causes again
					POST   | /delay/nobody-knows/pause | topic-not-found | There is no topic 'nobody-knows'
					POST   | /delay/nobody-knows/resume | topic-not-found | There is no topic 'nobody-knows'
					POST   | /delay/nobody-knows/kick?ids=1 | topic-not-found | There is no topic 'nobody-knows'
					POST   | /delay/nobody-knows/kick-all | topic-not-found | There is no topic 'nobody-knows'
					DELETE | /delay/nobody-knows/failed | topic-not-found | There is no topic 'nobody-knows'
					GET    | /delay/wrong/kick | unknown-path | There is no operation 'kick' for GET, only job, jobs, history, forecast, throughput and failures
					POST   | /delay/wrong/stop | unknown-path | There is no operation 'stop' for POST, only kick, kick-all, cancel, bury, reschedule, edit, submit, pause and resume
					DELETE | /delay/wrong/ready | unknown-path | There is no operation 'ready' for DELETE, only job, jobs and failed
					DELETE | /delay/nobody-knows/jobs?state=ready | topic-not-found | There is no topic 'nobody-knows'
					""")
	void unknownTopicsAndJobsAreNamed(String method, String path, String type, String message) {
		Reply reply = send(method, path);
		assertThat(reply.status()).isEqualTo(404);
		assertThat(reply.json().get("type").asText()).isEqualTo("urn:delay:problem:" + type);
		assertThat(reply.json().get("detail").asText()).isEqualTo(message);
		assertThat(admin().topics().names()).doesNotContain("nobody-knows");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					GET    | /delay?limit=501                       | Parameter 'limit' must be 1 to 500, but is 501
					GET    | /delay?limit=0                         | Parameter 'limit' must be 1 to 500, but is 0
					GET    | /delay?limit=101&throughput=true       | Parameter 'limit' must be 1 to 100 with throughput=true, but is 101
					GET    | /delay?throughput=yes                  | Parameter 'throughput' must be true or false, but is 'yes'
					GET    | /delay?limit=many                      | Parameter 'limit' must be a number, as in 100, but is 'many'
					GET    | /delay/bad!topic                       | Topic 'bad!topic' must be 1 to 200 characters of A-Z
					GET    | /delay/wrong/job                       | Parameter 'id' is missing. Specify it as in id=4711
					GET    | /delay/wrong/jobs                      | Parameter 'state' is missing. Specify it as in state=failed
					GET    | /delay/wrong/jobs?state=lost           | must be one of delayed, ready, reserved and failed, but is 'lost'
					GET    | /delay/wrong/jobs?state=ready&order=up | Parameter 'order' must be oldest or newest, but is 'up'
					GET    | /delay/wrong/jobs?state=ready&limit=0  | Limit 0 must be 1 to 500
					GET    | /delay/wrong/jobs?state=ready&after=x  | Parameter 'after' is missing. Specify it as in after=2030-
					GET    | /delay/wrong/jobs?state=ready&after=x,1 | Parameter 'after' must be an instant, as in 2030-
					GET    | /delay/wrong/forecast?interval=1       | Parameter 'interval' must be a duration with a unit, as in 30s
					GET    | /delay/wrong/forecast?interval=1s      | Use intervals of PT1M26.4S or longer
					GET    | /delay/wrong/forecast?from=%2B1000000000-12-31T00:00:00Z  | Parameter 'from' must be an instant
					GET    | /delay/wrong/forecast?from=%2B292278994-08-17T00:00:00Z   | is after the year 9999
					GET    | /delay/wrong/forecast?to=%2B1000000000-12-31T00:00:00Z    | Parameter 'to' must be an instant
					GET    | /delay/wrong/forecast?from=-1000000000-01-01T00:00:00Z    | Parameter 'from' must be an instant
					GET    | /delay/wrong/jobs?state=ready&after=%2B1000000000-12-31T00:00:00Z,1 | Parameter 'after' must be an instant
					POST   | /delay/wrong/kick?id=1&delay=PT2562047788015215H | D
					POST   | /delay/bad!topic/pause                 | Topic 'bad!topic' must be 1 to 200 characters of A-Z
					POST   | /delay/wrong/kick                      | Parameters 'id', 'ids' and 'cause' are missing. Specify one id as in id=4711, or several in 'ids', separated by white space, or a cause as in cause=0123456789ab
					POST   | /delay/wrong/kick?ids=&cause=%20       | Parameters 'id', 'ids' and 'cause' are missing
					POST   | /delay/wrong/cancel                    | Parameters 'id', 'ids' and 'cause' are missing
					POST   | /delay/wrong/bury                      | Parameters 'id' and 'ids' are missing. Specify one id as in id=4711, or several in 'ids', separated by white space
					POST   | /delay/wrong/reschedule?delay=1s       | Parameters 'id' and 'ids' are missing
					POST   | /delay/wrong/kick?id=1&delay=soon      | Parameter 'delay' must be a duration with a unit, as in 30s, but is 'soon'
					POST   | /delay/handled/kick-all?delay=-1s      | Delay PT-1S must not be negative
					POST   | /delay/wrong/kick?id=1&ids=1           | Parameters 'id' and 'ids' exclude each other. Specify one of them
					POST   | /delay/wrong/reschedule?id=1           | Parameter 'delay' is missing. Specify it as in delay=30s
					POST   | /delay/wrong/reschedule?id=1&delay=1s&dueTime=2030-01-31T08:00:00Z | Parameter 'dueTime' and parameter 'delay' exclude each other
					POST   | /delay/wrong/reschedule?id=1&dueTime=soon | Parameter 'dueTime' must be an instant, as in 2030-
					POST   | /delay/wrong/kick?cause=1&id=1         | Parameter 'cause' and parameter 'id' exclude each other
					POST   | /delay/wrong/cancel?cause=1&ids=1      | Parameter 'cause' and parameter 'ids' exclude each other
					POST   | /delay/wrong/kick?cause=1&spread=10    | Parameter 'spread' must be a duration with a unit
					POST   | /delay/wrong/edit?id=1&payloadText=x       | Parameter 'version' is missing
					POST   | /delay/wrong/edit?id=1&version=1       | An edit needs 'payloadText', 'delay' or 'dueTime'
					DELETE | /delay/handled/jobs                    | Parameter 'state' is missing
					DELETE | /delay/handled/jobs?state=lost         | Parameter 'state' must be one of delayed
					DELETE | /delay/handled/failed?limit=0          | Parameter 'limit' must be 1 to 10000, but is 0; nothing was changed
					POST   | /delay/handled/kick-all?limit=10001    | Parameter 'limit' must be 1 to 10000, but is 10001; nothing was changed
					POST   | /delay/handled/kick?cause=1&limit=x    | Parameter 'limit' must be a number
					POST   | /delay/handled/cancel?cause=1&after=x  | Parameter 'after' must be 'next' of the previous response, but is 'x'
					POST   | /delay/handled/kick-all?after=2,1,2030-01-31T08:00:00Z | Parameter 'after' must be 'next' of the previous response
					POST   | /delay/handled/kick-all?after=-1,1,2030-01-31T08:00:00Z | Parameter 'after' must be 'next' of the previous response
					POST   | /delay/handled/kick-all?after=0,1,2030-01-31T08:00:00Z,x | Parameter 'after' must be 'next' of the previous response
					DELETE | /delay/wrong/job                       | Parameters 'id' and 'ids' are missing
					""")
	void invalidParametersAreExplained(String method, String path, String message) {
		Reply reply = send(method, path);
		assertThat(reply.status()).isEqualTo(400);
		assertThat(reply.json().get("type").asText()).isEqualTo("urn:delay:problem:invalid-request");
		assertThat(reply.json().get("detail").asText()).contains(message);
	}

	@ParameterizedTest
	@ValueSource(strings = { "a b", "line\nbreak", "bell\u0007" })
	void jobWithAnIdOfAnotherProgramIsShownAndChanged(String id) {
		String topic = "another-" + id.hashCode();
		submit(topic, "x", Duration.ofHours(1));
		StoredJob job = stored(topic, "x");
		admin().jobs().cancel(topic, "x");
		this.application.bean(JobStoreAdministrator.class)
			.insert(new JobCopies(topic,
					List.of(new StoredJob(topic, id, job.state(), job.time(), job.dueTime(), job.record(), null))));
		String json = "{\"id\":\"" + id.replace("\n", "\\n").replace("\u0007", "\\u0007") + "\"}";
		String query = "id=" + URLEncoder.encode(id, StandardCharsets.UTF_8);
		assertThat(this.application.post("/delay/" + topic + "/bury", json).json().get("changed").asBoolean()).isTrue();
		assertThat(this.application.get("/delay/" + topic + "/jobs?state=failed")
			.json()
			.get("jobs")
			.get(0)
			.get("id")
			.asText()).isEqualTo(id);
		assertThat(this.application.get("/delay/" + topic + "/failures")
			.json()
			.get("groups")
			.get(0)
			.get("example")
			.asText()).isEqualTo(id);
		assertThat(this.application.get("/delay/" + topic + "/job?" + query).json().get("state").asText())
			.isEqualTo("FAILED");
		assertThat(this.application.get("/delay?" + query).json().get("found")).hasSize(1);
		assertThat(this.application.post("/delay/" + topic + "/kick", json).json().get("found").asText())
			.isEqualTo("FAILED");
		assertThat(this.application.delete("/delay/" + topic + "/job?" + query).status()).isEqualTo(200);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			DELETE | failed?ids=1%202           | ids
			DELETE | failed?ids=                | ids
			DELETE | failed?id=1                | id
			DELETE | failed?cause=1             | cause
			DELETE | failed?spread=10m          | spread
			DELETE | failed?delay=1h            | delay
			DELETE | failed?reason=why          | reason
			DELETE | failed?state=failed        | state
			DELETE | failed?order=newest        | order
			DELETE | failed?from=x              | from
			DELETE | failed?to=x                | to
			DELETE | job?id=1&cause=1           | cause
			DELETE | job?cause=1                | cause
			DELETE | job?ids=1&limit=1          | limit
			DELETE | job?ids=1&state=failed     | state
			DELETE | jobs?state=failed&ids=1    | ids
			DELETE | jobs?state=failed&cause=1  | cause
			POST   | kick?ids=1&limit=1         | limit
			POST   | kick?id=1&after=x          | after
			POST   | cancel?ids=1&limit=1       | limit
			POST   | bury?ids=3&limit=1         | limit
			POST   | kick-all?ids=1%202         | ids
			POST   | kick-all?id=1              | id
			POST   | kick-all?cause=1           | cause
			POST   | kick-all?spread=10m        | spread
			POST   | kick-all?dueTime=x         | dueTime
			POST   | kick-all?state=failed      | state
			POST   | kick-all?order=newest      | order
			POST   | kick-all?from=x            | from
			POST   | kick-all?to=x              | to
			POST   | kick?cause=CAUSE&delay=1h  | delay
			POST   | kick?cause=CAUSE&ids=      | ids
			POST   | kick?ids=1&spread=10m      | spread
			POST   | kick?id=1&spread=10m       | spread
			POST   | kick?id=1&dueTime=x        | dueTime
			POST   | kick?id=1&payloadText=x    | payloadText
			POST   | kick?id=1&version=1        | version
			POST   | kick?id=1&reason=why       | reason
			POST   | cancel?cause=CAUSE&spread=1m | spread
			POST   | cancel?cause=CAUSE&delay=1m | delay
			POST   | cancel?id=1&delay=1m       | delay
			POST   | cancel?ids=1&state=failed  | state
			POST   | bury?ids=3&cause=1         | cause
			POST   | bury?id=3&delay=1h         | delay
			POST   | reschedule?ids=3&delay=1h&spread=1m | spread
			POST   | reschedule?ids=3&delay=1h&cause=1 | cause
			POST   | edit?id=3&ids=3&version=VERSION&delay=2h | ids
			POST   | edit?id=3&version=VERSION&delay=2h&cause=1 | cause
			POST   | pause?id=1                 | id
			POST   | resume?ids=1               | ids
			""")
	void parametersThatDoNotBelongToAnOperationAreRejected(String method, String request, String parameter) {
		String topic = "foreign-" + UUID.randomUUID();
		for (String id : new String[] { "1", "2", "3" }) {
			submit(topic, id, Duration.ofHours(1));
		}
		admin().jobs().bury(topic, List.of("1", "2"), "why");
		Map<JobState, Long> before = admin().topics().status(topic).counts();
		String path = StringUtils.replace(request, "CAUSE",
				admin().bulk().failureGroups(topic).groups().get(0).cause());
		Instant dueTime = stored(topic, "3").dueTime();
		Reply reply = send(method,
				"/delay/" + topic + "/" + StringUtils.replace(path, "VERSION", stored(topic, "3").version()));
		assertThat(reply.status()).isEqualTo(400);
		assertThat(reply.json().get("type").asText()).isEqualTo("urn:delay:problem:invalid-request");
		assertThat(reply.json().get("detail").asText())
			.startsWith("Parameter '" + parameter + "' does not belong to operation '" + request.split("\\?")[0] + "'")
			.endsWith("nothing was changed");
		assertThat(admin().topics().status(topic).counts()).isEqualTo(before);
		assertThat(admin().topics().status(topic).paused()).isFalse();
		assertThat(stored(topic, "3").dueTime()).isEqualTo(dueTime);
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
			POST; kick?id=1&dealy=1h; dealy
			POST; kick?ids=1%202&Delay=1h; Delay
			POST; kick-all?dealy=1h; dealy
			POST; pause?topik=x; topik
			DELETE; job?id=1&idz=2; idz
			DELETE; failed?limt=1; limt
			DELETE; jobs?state=failed&atfer=x; atfer
			""")
	void unknownParametersAreRejectedWithTheKnownOnes(String method, String request, String parameter) {
		String topic = "misspelled-" + UUID.randomUUID();
		submit(topic, "1", Duration.ofHours(1));
		submit(topic, "2", Duration.ofHours(1));
		admin().jobs().bury(topic, List.of("1", "2"), "why");
		assertUnknown(send(method, "/delay/" + topic + "/" + request), parameter);
		assertThat(admin().topics().status(topic).counts()).containsEntry(JobState.FAILED, 2L);
		assertThat(admin().topics().status(topic).paused()).isFalse();
	}

	@Test
	void unknownParametersOfABodyAndOfAForgetAreRejected() {
		submit("misspelled", "1", Duration.ofHours(1));
		admin().jobs().bury("misspelled", "1", "why");
		assertUnknown(this.application.post("/delay/misspelled/kick", "{\"id\":\"1\",\"dealy\":\"1h\"}"), "dealy");
		assertThat(stored("misspelled", "1").state()).isEqualTo(JobState.FAILED);
		admin().jobs().cancel("misspelled", "1");
		assertUnknown(this.application.delete("/delay/misspelled?idd=1"), "idd");
		assertThat(admin().topics().names()).contains("misspelled");
	}

	private static void assertUnknown(Reply reply, String parameter) {
		assertThat(reply.status()).isEqualTo(400);
		assertThat(reply.json().get("type").asText()).isEqualTo("urn:delay:problem:invalid-request");
		assertThat(reply.json().get("detail").asText())
			.startsWith("Parameter '" + parameter + "' is unknown; nothing was changed")
			.contains(" id, ", "delay, ", "limit, ")
			.doesNotContain("securityContext", "topic", "operation");
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "{\"ids\":[\"1\",\"2\"]}", "{\"id\":\"1\",\"payloadText\":{\"order\":4711}}", "[\"1\"]", "{" })
	void anUnreadableBodyIsExplained(String json) {
		submit("unreadable", "1", Duration.ofHours(1));
		Reply reply = this.application.post("/delay/unreadable/bury", json);
		assertThat(reply.status()).isEqualTo(400);
		assertThat(reply.json().get("type").asText()).isEqualTo("urn:delay:problem:invalid-request");
		assertThat(reply.json().get("detail").asText()).contains("nothing was changed", "{\"ids\":\"4711 4712\"}",
				"{\"payloadText\":\"{\\\"order\\\":4711}\"}");
		assertThat(stored("unreadable", "1").state()).isEqualTo(JobState.DELAYED);
	}

	@Test
	void aFormIsRejectedWithTheRightContentType() {
		submit("form", "1", Duration.ofHours(1));
		Reply reply = this.application.postForm("/delay/form/bury", "id=1");
		assertThat(reply.status()).isEqualTo(415);
		assertThat(reply.json().get("type").asText()).isEqualTo("urn:delay:problem:unsupported-media-type");
		assertThat(reply.json().get("detail").asText()).contains("nothing was changed", "application/json", "query");
		assertThat(stored("form", "1").state()).isEqualTo(JobState.DELAYED);
	}

	@Test
	void aTopicIsNotForgottenIfTheRequestNamesJobs() {
		submit("named", "1", Duration.ofHours(1));
		admin().jobs().cancel("named", "1");
		for (String parameter : new String[] { "id", "ids", "cause", "state", "limit" }) {
			Reply reply = this.application.delete("/delay/named?" + parameter + "=1");
			assertThat(reply.status()).isEqualTo(400);
			assertThat(reply.json().get("detail").asText())
				.startsWith("Parameter '" + parameter + "' does not belong to operation 'forget'");
		}
		assertThat(admin().topics().names()).contains("named");
	}

	@Test
	void postWithoutABodyNeedsTheContentType() {
		assertThat(this.application.postWithoutContentType("/delay/json/pause").status()).isEqualTo(415);
		assertThat(admin().topics().names()).doesNotContain("json");
	}

	@ParameterizedTest
	@CsvSource({ "GET, /delay?limit=0, 400", "POST, /delay/handled/kick?dealy=1, 400",
			"GET, /delay/wrong/job?id=1, 404" })
	void errorsAreProblemsOfRfc9457(String method, String path, int status) {
		Reply reply = send(method, path);
		assertThat(reply.contentType()).isEqualTo("application/problem+json");
		assertThat(reply.json().get("status").asInt()).isEqualTo(status).isEqualTo(reply.status());
		assertThat(reply.json().properties()).extracting(Map.Entry::getKey)
			.containsExactly("type", "title", "status", "detail");
	}

	@Test
	void unreachableStoreIsReported() {
		SwitchedInspector inspector = this.application.bean(SwitchedInspector.class);
		inspector.fail(".*");
		try {
			Reply reply = this.application.get("/delay?limit=499");
			assertThat(reply.status()).isEqualTo(503);
			assertThat(reply.json().get("type").asText()).isEqualTo("urn:delay:problem:store-unavailable");
			assertThat(reply.json().get("detail").asText()).isEqualTo("The store is away");
		}
		finally {
			inspector.fail("");
		}
		assertThat(this.application.get("/delay?limit=499").status()).isEqualTo(200);
	}

	@Test
	void aTopicThatCannotBeReadIsListedWithItsProblem() {
		SwitchedInspector inspector = this.application.bean(SwitchedInspector.class);
		submit("moved", "1", Duration.ofHours(1));
		submit("moved-not", "1", Duration.ofHours(1));
		inspector.failTopic("moved", new TransientDataAccessResourceException("is being moved"));
		try {
			JsonNode topics = this.application.get("/delay?after=mov&limit=2").json().get("topics");
			assertThat(topics.get(0).toString()).isEqualTo(
					"{\"topic\":\"moved\",\"problem\":{\"type\":\"urn:delay:problem:store-unavailable\",\"title\":\"The store is unavailable\",\"status\":503,\"detail\":\"is being moved\"}}");
			assertThat(topics.get(1).get("jobs").get("DELAYED").asInt()).isOne();
			assertThat(topics.get(1).has("problem")).isFalse();
		}
		finally {
			inspector.fixTopics();
		}
	}

	@Test
	void theSearchForAnIdNamesATopicThatCannotBeRead() {
		SwitchedInspector inspector = this.application.bean(SwitchedInspector.class);
		submit("sought", "1", Duration.ofHours(1));
		submit("sought-not", "1", Duration.ofHours(1));
		inspector.failTopic("sought", new TransientDataAccessResourceException("is being moved"));
		try {
			JsonNode search = this.application.get("/delay?id=1&after=soug&limit=2").json();
			assertThat(search.get("unread").toString()).isEqualTo("[\"sought\"]");
			assertThat(search.get("found")).hasSize(1);
			assertThat(search.get("found").get(0).get("topic").asText()).isEqualTo("sought-not");
		}
		finally {
			inspector.fixTopics();
		}
	}

	@Test
	void topicIsForgottenOnceItHasNoJobs() {
		submit("gone", "1", Duration.ofHours(1));
		assertThat(this.application.delete("/delay/gone").body()).isEqualTo("{\"topic\":\"gone\",\"forgotten\":false,"
				+ "\"jobs\":{\"DELAYED\":1,\"READY\":0,\"RESERVED\":0,\"FAILED\":0},\"consumers\":0}");
		admin().jobs().cancel("gone", "1");
		assertThat(this.application.delete("/delay/gone").json().get("forgotten").asBoolean()).isTrue();
		assertThat(admin().topics().names()).doesNotContain("gone");
		assertThat(this.application.delete("/delay/gone").status()).isEqualTo(404);
	}

	private Reply send(String method, String path) {
		return switch (method) {
			case "GET" -> this.application.get(path);
			case "POST" -> this.application.post(path);
			default -> this.application.delete(path);
		};
	}

	private void submit(String topic, String id, Duration delay) {
		template().submit(Job.to(topic).id(id).payload("4711").delay(delay).build());
	}

	private StoredJob stored(String topic, String id) {
		return admin().jobs().find(topic, id).orElseThrow();
	}

	private DelayTemplate template() {
		return this.application.bean(DelayTemplate.class);
	}

	private DelayAdmin admin() {
		return this.application.bean(DelayAdmin.class);
	}

	@Configuration(proxyBeanMethods = false)
	static class Parts {

		@Bean
		SwitchedInspector switchedInspector(MemoryJobStore store) {
			return new SwitchedInspector(store);
		}

		@Bean
		JobStoreInspector inspector(SwitchedInspector inspector) {
			return inspector.inspector();
		}

		@DelayListener(topic = "handled", concurrency = "3", ttr = "7s")
		void handle(String order) {
		}

		@DelayListener(topic = "later", autoStartup = "false")
		void handleLater(String order) {
		}

	}

}
