// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.record;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.redis.RedisJobStore;
import io.delay.redis.RedisSpace;
import io.delay.redis.RedisStoreFixture;
import io.delay.store.FailureReason;
import io.delay.store.JobFailures;
import io.delay.store.Lease;
import io.delay.store.ReserveMode;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.StoredJob;
import io.delay.store.admin.TopicStatus;
import io.delay.store.history.HistoryLimits;
import io.delay.store.history.HistorySettings;
import io.delay.store.history.RunPageRequest;
import io.delay.store.throughput.TopicThroughput;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Data that a published release has stored can be read. docs/operate/upgrading.md
 * promises this.
 */
class StoredDataTests {

	private static final String TOPIC = "orders";

	private final RedisSpace space = RedisSpace.shared();

	private final RedisStoreFixture fixture = new RedisStoreFixture(this.space);

	@BeforeEach
	void storeDataOfTheRelease() {
		assertThat(this.fixture.now().toEpochMilli()).isEqualTo(1772366400000L);
		this.space.template().opsForHash().put(this.space.namespace() + ":topics", TOPIC, "1");
		this.space.seed(TOPIC, contents());
	}

	@AfterEach
	void close() {
		this.fixture.close();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					plain     | DELAYED  at  60000 due   60000 NORMAL {} null null {"order":1} null
					own-terms | READY    at -30000 due  -30000 NORMAL {language=zh/CN, tenant=north} PT45S 7 {"order":2} null
					high      | READY    at -10000 due  -10000 HIGH {} null null {"order":3} null
					low       | READY    at -20000 due  -20000 LOW {} null 3 {"order":4} null
					retried   | READY    at  -5000 due -400000 NORMAL {} null null {"order":5} 2 java.io.IOException: no route on host-b at -100000
					released  | DELAYED  at   5000 due -300000 LOW {} null null {"order":6} null
					handled   | RESERVED at  20000 due  -10000 NORMAL {} null null {"order":7} null
					pulled    | RESERVED at  21000 due -200000 NORMAL {} null null {"order":8} 1 java.io.IOException: no route on host-a at -150000
					noted     | RESERVED at  22000 due  -60000 NORMAL {delay_submittedAt=1772366300000, tenant=north} null null {"order":13} null
					expired   | RESERVED at     -1 due  -50000 HIGH {} null null {"order":9} null
					failed    | FAILED   at -500000 due -600000 HIGH {} null 1 {"order":11} 1 java.lang.IllegalStateException: sold out on host-a at -500000
					traced    | FAILED   at -490000 due -600000 NORMAL {} null 1 {"order":12} 0 java.lang.IllegalStateException: again on host-b at -490000
					""")
	void jobIsFound(String id, String description) {
		assertThat(description(find(id))).isEqualTo(description.replaceAll(" +", " "));
	}

	@Test
	void failuresAreReadWithTheirStackTraces() {
		Instant time = this.fixture.now();
		assertThat(Objects.requireNonNull(find("traced").failures()).recent()).containsExactly(
				new JobFailures.Failure(2, time.minusSeconds(490),
						new FailureReason("java.lang.IllegalStateException: again", "host-b", "\tat shop.Orders.close",
								Duration.ofMillis(1500))),
				new JobFailures.Failure(1, time.minusSeconds(500), new FailureReason(
						"java.lang.IllegalStateException: sold out", "host-a", "\tat shop.Orders.close", null)));
		assertThat(Objects.requireNonNull(find("failed").failures()).recent()).hasSize(1);
	}

	@Test
	void statusOfTheReleaseIsRead() {
		TopicStatus status = this.fixture.inspector().status(TOPIC);
		assertThat(status.counts())
			.isEqualTo(Map.of(JobState.DELAYED, 2L, JobState.READY, 4L, JobState.RESERVED, 5L, JobState.FAILED, 2L));
		assertThat(Objects.requireNonNull(status.pause()).by().name()).isEqualTo("alice");
		assertThat(status.dropped()).isEqualTo(7);
	}

	@Test
	void finishedRunsOfTheReleaseAreRead() {
		assertThat(runs(null)).containsExactly(
				"a;b FAILURE_HANDLED 3 host-b due -130000 submitted -140000 started -100020 at -100000 null",
				"plain CANCELLED 0 null due -160000 submitted null started null at -200000 null",
				"plain DONE 2 host-a due -390000 submitted -420000 started -301500 at -300000 {\"order\":1}");
		assertThat(runs("plain")).hasSize(2).allMatch((run) -> run.startsWith("plain "));
		assertThat(runs("a;b")).hasSize(1);
	}

	@Test
	void newFinishedRunsFollowThoseOfTheRelease() {
		Settlement ack = new Settlement.Ack(new Lease(TOPIC, "noted", "host-a/p:5"), Duration.ofMillis(7));
		assertThat(withHistory(3).settle(List.of(ack))).containsExactly(SettleResult.DONE);
		assertThat(runs(null)).hasSize(4)
			.startsWith("noted DONE 2 host-a due -60000 submitted -100000 started -7 at 0 null");
	}

	@Test
	void countersOfTheReleaseAreRead() {
		TopicThroughput.Interval minute = this.fixture.inspector().throughput(TOPIC).minutes().get(58);
		assertThat(minute.from()).isEqualTo(this.fixture.now().minusSeconds(60));
		assertThat(minute.counts().submitted()).isEqualTo(3);
		assertThat(minute.counts().done()).isEqualTo(2);
	}

	@Test
	void leasesOfTheReleaseAreSettled() {
		List<SettleResult> results = this.fixture.store()
			.settle(List.of(new Settlement.Ack(new Lease(TOPIC, "handled", "host-a/p:7")),
					new Settlement.Ack(new Lease(TOPIC, "pulled", "host-a/p:8"))));
		assertThat(results).containsOnly(SettleResult.DONE);
		assertThat(this.fixture.inspector().find(TOPIC, "handled")).isEmpty();
	}

	@Test
	void jobsAreDeliveredWithTheirAttempts() {
		this.fixture.administrator().resume(TOPIC);
		ReserveResult reserved = reserve();
		assertThat(reserved.buried()).isEmpty();
		Map<String, Integer> attempts = new TreeMap<>();
		reserved.jobs().forEach((job) -> attempts.put(job.lease().id(), job.terms().attempt()));
		assertThat(attempts)
			.isEqualTo(Map.of("own-terms", 1, "high", 1, "low", 1, "retried", 3, "expired", 3, "stalled", 1));
		assertThat(acknowledge(reserved)).containsOnly(SettleResult.DONE);
	}

	@Test
	void failedJobIsKickedWithItsPriority() {
		this.fixture.administrator().kick(TOPIC, List.of("failed"), DueTime.after(Duration.ZERO));
		assertThat(this.space.contents(TOPIC).get("waiting-high")).containsOnlyKeys("failed", "high");
	}

	// As an instance of this release does that runs beside one of a later release
	@ParameterizedTest
	@ValueSource(strings = { "2;;\n\npayload", "1;;;new\n\npayload", "2h;;\n\npayload" })
	void recordOfLaterReleaseIsBuriedUnchanged(String record) {
		this.fixture.administrator().resume(TOPIC);
		this.space.seed(TOPIC, Map.of("jobs", Map.of("plain", record), "waiting", Map.of("plain", "1772366399999")));
		assertThat(reserve().buried()).extracting((job) -> job.id() + ": " + job.reason().error())
			.containsExactly("plain: The record of the job cannot be read");
		assertThat(find("plain").state()).isEqualTo(JobState.FAILED);
		assertThat(find("plain").record()).isNull();
		assertThat(this.space.contents(TOPIC).get("jobs")).containsEntry("plain", record);
		assertThat(this.fixture.administrator().kick(TOPIC, List.of("plain"), DueTime.after(Duration.ZERO)))
			.containsExactly(Optional.of(JobState.FAILED));
		assertThat(this.space.contents(TOPIC).get("jobs")).containsEntry("plain", record);
	}

	private StoredJob find(String id) {
		return this.fixture.inspector().find(TOPIC, id).orElseThrow();
	}

	private RedisJobStore withHistory(int maxCount) {
		HistorySettings history = new HistorySettings(new HistoryLimits(maxCount, null, false), Map.of());
		return this.space.parts(this.space.options().withHistory(history), this.fixture.clock().library())
			.store(this.fixture.clock()::now);
	}

	private List<String> runs(@Nullable String id) {
		return this.fixture.inspector()
			.runs(new RunPageRequest(TOPIC, id, null, 10))
			.runs()
			.stream()
			.map((run) -> "%s %s %d %s due %s submitted %s started %s at %d %s".formatted(run.id(), run.outcome(),
					run.attempts(), run.host(), past(run.times().due()), past(run.times().submitted()),
					past(run.times().started()), millis(run.times().finished()),
					(run.record() != null) ? new String(run.record().payload(), StandardCharsets.UTF_8) : null))
			.toList();
	}

	private @Nullable Long past(@Nullable Instant time) {
		return (time != null) ? millis(time) : null;
	}

	private ReserveResult reserve() {
		return this.fixture.store()
			.reserve(
					new ReserveRequest(TOPIC, "host-c/p:1", 100, ReserveTerms.defaults(), ReserveMode.LISTEN_ISOLATED));
	}

	private List<SettleResult> acknowledge(ReserveResult reserved) {
		return this.fixture.store()
			.settle(reserved.jobs().stream().map(ReservedJob::lease).<Settlement>map(Settlement.Ack::new).toList());
	}

	private String description(StoredJob job) {
		String failures = null;
		if (job.failures() != null) {
			failures = job.failures().attempts() + " " + job.failures().last().error() + " on "
					+ job.failures().last().host() + " at " + millis(job.failures().time());
		}
		return "%s at %d due %d %s %s %s %s %s %s".formatted(job.state(), millis(job.time()), millis(job.dueTime()),
				job.record().priority(), new TreeMap<>(job.record().headers()), job.record().ttr(),
				job.record().maxAttempts(), new String(job.record().payload(), StandardCharsets.UTF_8), failures);
	}

	private long millis(Instant time) {
		return time.toEpochMilli() - this.fixture.now().toEpochMilli();
	}

	private static Map<String, Map<String, String>> contents() {
		Map<String, Map<String, String>> contents = new TreeMap<>();
		for (String line : lines()) {
			String[] entry = line.split("\t", 3);
			contents.computeIfAbsent(entry[0], (key) -> new TreeMap<>()).put(entry[1], text(entry[2]));
		}
		return contents;
	}

	private static String text(String value) {
		return value.replace("\\n", "\n").replace("\\t", "\t").replace("\\u001e", "\u001e");
	}

	private static List<String> lines() {
		try (var stream = StoredDataTests.class.getResourceAsStream("stored-data-0.1.txt")) {
			return new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8).lines()
				.filter((line) -> !line.startsWith("#"))
				.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
