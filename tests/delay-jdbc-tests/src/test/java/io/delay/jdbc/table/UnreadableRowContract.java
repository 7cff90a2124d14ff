// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.table;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;

import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreAdministrator;
import io.delay.jdbc.JdbcJobStoreInspector;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.TestDatabase;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.job.SubmitStatus;
import io.delay.store.BuriedJob;
import io.delay.store.FailureReason;
import io.delay.store.JobFailures;
import io.delay.store.JobRecord;
import io.delay.store.LookAhead;
import io.delay.store.NewJob;
import io.delay.store.ReserveMode;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.StoredJob;
import io.delay.store.Touch;
import io.delay.store.admin.EditResult;
import io.delay.store.admin.JobEdit;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.history.FinishedRun;
import io.delay.store.history.HistoryLimits;
import io.delay.store.history.HistorySettings;
import io.delay.store.history.RunPageRequest;
import io.delay.test.store.StoreAudit;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What happens to rows that cannot be read, because something other than Delay or a newer
 * version of Delay has written them.
 */
abstract class UnreadableRowContract {

	private static final String TOPIC = "orders";

	private static final Map<String, String> HEADERS = Map.of("tenant", "a");

	private volatile Instant now = Instant.parse("2030-01-01T00:00:00Z");

	private final TestDatabase server;

	private final JdbcTemplate rows;

	private final JdbcDatabase database;

	private final JdbcJobStore store;

	private final JdbcJobStoreInspector inspector;

	private final JdbcJobStoreAdministrator administrator;

	private int reserves;

	UnreadableRowContract(TestDatabase server) {
		this.server = server;
		this.rows = new JdbcTemplate(server.empty());
		this.database = new JdbcDatabase(server.dataSource(),
				JdbcJobStoreOptions.defaults()
					.withPollInterval(Duration.ZERO)
					.withClock(() -> this.now)
					.withHistory(new HistorySettings(new HistoryLimits(100, null, true), Map.of())));
		this.store = new JdbcJobStore(this.database);
		this.inspector = new JdbcJobStoreInspector(this.database);
		this.administrator = new JdbcJobStoreAdministrator(this.database);
	}

	@AfterEach
	void close() {
		this.database.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "headers = 'tenant'", "headers = '%zz=a'", "priority = 3", "priority = -1", "ttr = -1",
			"max_attempts = 0" })
	void aWaitingJobWithAnUnreadableRecordIsBuriedAndDoesNotBlockOthers(String damage) {
		submit("damaged", "other");
		this.rows.update("UPDATE delay_job SET " + damage + " WHERE id = " + id("damaged"));
		ReserveResult result = reserve(10);
		assertThat(result.jobs()).extracting((job) -> job.lease().id()).containsExactly("other");
		assertThat(result.buried()).singleElement()
			.satisfies((buried) -> assertBuried(buried, 0, "The record of the job cannot be read"));
		StoredJob damaged = find("damaged");
		assertThat(damaged.state()).isEqualTo(JobState.FAILED);
		assertThat(damaged.record()).isNull();
		assertThat(damaged.version()).isNull();
		assertThat(this.rows.queryForObject("SELECT COUNT(*) FROM delay_job WHERE place = 4 AND " + damage, Long.class))
			.isEqualTo(1);
	}

	@Test
	void manyUnreadableJobsDoNotHideTheOthers() {
		submit(Stream.iterate(0, (i) -> i + 1).limit(25).map((i) -> "damaged-" + i).toArray(String[]::new));
		submit("other");
		this.rows.update("UPDATE delay_job SET headers = 'x' WHERE id <> " + id("other"));
		assertThat(buriedUntilOtherIsReserved()).isEqualTo(25);
	}

	private int buriedUntilOtherIsReserved() {
		int buried = 0;
		ReserveResult result = reserve(10);
		while (result.jobs().isEmpty()) {
			assertThat(result.buried()).isNotEmpty();
			assertThat(result.nextEvent()).isEqualTo(Duration.ZERO);
			buried += result.buried().size();
			result = reserve(10);
		}
		assertThat(result.jobs()).extracting((job) -> job.lease().id()).containsExactly("other");
		return buried + result.buried().size();
	}

	@Test
	void aJobIsNotBuriedBeforeItIsReady() {
		submitAfter(Duration.ofMillis(500), "damaged");
		this.rows.update("UPDATE delay_job SET headers = 'x'");
		ReserveRequest ahead = new ReserveRequest(TOPIC, "host/1:1", 10, ReserveTerms.defaults(), ReserveMode.LISTEN,
				new LookAhead(LookAhead.MAX_WINDOW, 10));
		ReserveResult result = this.store.reserve(ahead);
		assertThat(result.jobs()).isEmpty();
		assertThat(result.buried()).isEmpty();
		assertThat(result.nextEvent()).isEqualTo(Duration.ofMillis(500));
		this.now = this.now.plusMillis(500);
		assertThat(this.store.reserve(ahead).buried()).hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "progress = 9", "progress = -1", "token = ''", "lease_attempt = NULL",
			"lease_max_attempts = NULL", "lease_ttr = NULL", "visible_since = NULL" })
	void aJobWithAnUnreadableExpiredLeaseIsBuried(String damage) {
		submit("damaged", "other");
		reserve(1);
		this.rows.update("UPDATE delay_job SET " + damage + " WHERE place = 3");
		this.now = this.now.plus(ReserveTerms.defaults().ttr()).plusMillis(1);
		ReserveResult result = reserve(10);
		assertThat(result.jobs()).hasSize(1);
		assertThat(result.buried()).singleElement()
			.satisfies(
					(buried) -> assertThat(buried.reason().error()).isEqualTo("The lease of the job cannot be read"));
	}

	@Test
	void manyUnreadableLeasesDoNotHideOthersBehindAJobForOtherConsumers() {
		submit("left");
		ReserveTerms handled = new ReserveTerms(Duration.ofMinutes(1), 1, 1);
		this.store.settle(List.of(new Settlement.Bury(reserve(1, handled).jobs().get(0).lease(),
				new FailureReason("no address", "host"))));
		submit(Stream.iterate(0, (i) -> i + 1).limit(250).map((i) -> "damaged-" + i).toArray(String[]::new));
		reserve(500, new ReserveTerms(Duration.ofSeconds(1), 5));
		this.rows.update("UPDATE delay_job SET progress = 9 WHERE id <> " + id("left"));
		submit("other");
		reserve(1, new ReserveTerms(Duration.ofSeconds(2), 5));
		this.now = this.now.plusSeconds(3);
		assertThat(buriedUntilOtherIsReserved()).isEqualTo(250);
	}

	@Test
	void anUnreadableLeaseIsLost() {
		submit("a", "b", "c", "d");
		List<ReservedJob> jobs = reserve(10).jobs();
		this.rows.update("UPDATE delay_job SET progress = 9, lease_attempt = NULL, headers = 'x'");
		assertThat(this.store.settle(List.of(new Settlement.Ack(jobs.get(0).lease(), Duration.ZERO),
				new Settlement.Release(jobs.get(1).lease(), Duration.ZERO),
				new Settlement.Bury(jobs.get(2).lease(), new FailureReason("no address", "host")))))
			.containsOnly(SettleResult.LEASE_LOST);
		assertThat(this.store.touch(List.of(new Touch(jobs.get(3).lease(), Duration.ofMinutes(1)))))
			.containsExactly(SettleResult.LEASE_LOST);
		assertThat(this.rows.queryForObject(
				"SELECT COUNT(*) FROM delay_job WHERE place = 3 AND progress = 9 AND lease_attempt IS NULL",
				Long.class))
			.isEqualTo(4);
	}

	@Test
	void oneReserveBuriesALimitedNumberOfLeases() {
		submit(Stream.iterate(0, (i) -> i + 1).limit(1_200).map((i) -> "damaged-" + i).toArray(String[]::new));
		for (int i = 0; i < 3; i++) {
			reserve(500);
		}
		this.rows.update("UPDATE delay_job SET progress = 9");
		this.now = this.now.plus(ReserveTerms.defaults().ttr()).plusMillis(1);
		ReserveResult result = reserve(10);
		assertThat(result.buried()).hasSizeBetween(10, 600);
		assertThat(result.nextEvent()).isEqualTo(Duration.ZERO);
	}

	@Test
	void unreadableEarlierFailuresAreOmitted() {
		submit("a");
		for (int i = 0; i < 2; i++) {
			this.store.settle(List.of(new Settlement.Fail(reserve(1).jobs().get(0).lease(),
					new FailureReason("no address", "host", null, null), Duration.ZERO)));
		}
		this.rows.update("UPDATE delay_job SET earlier_failures = CONCAT('x', earlier_failures), error_host = ' '");
		assertThat(reserve(1).jobs()).hasSize(1);
		JobFailures failures = Objects.requireNonNull(find("a").failures());
		assertThat(failures.attempts()).isEqualTo(2);
		assertThat(failures.recent()).hasSize(1);
		this.rows.update("UPDATE delay_job SET error = NULL");
		assertThat(Objects.requireNonNull(find("a").failures()).last().error())
			.isEqualTo("The failure of the job cannot be read");
	}

	@Test
	void unreadableJobsAreListedAndFoundByAnAudit() {
		submit("damaged", "other");
		this.rows.update("UPDATE delay_job SET priority = 3 WHERE id = " + id("damaged"));
		List<StoredJob> jobs = this.inspector.page(new JobPageRequest(TOPIC, JobState.READY, null, 10)).jobs();
		assertThat(jobs).extracting((job) -> job.id() + " " + (job.record() != null))
			.containsExactlyInAnyOrder("damaged false", "other true");
		assertThat(StoreAudit.of(this.inspector, TOPIC).findings()).singleElement()
			.satisfies((finding) -> assertThat(finding.problem()).isEqualTo("The record of the job cannot be read"));
	}

	@Test
	void unreadableJobsCanBeKickedReplacedAndCancelled() {
		submit("kicked", "replaced", "cancelled");
		this.rows.update("UPDATE delay_job SET headers = 'x'");
		assertThat(reserve(10).buried()).hasSize(3);
		this.rows.update("UPDATE delay_job SET headers = 'tenant=a' WHERE id = " + id("kicked"));
		this.administrator.kick(TOPIC, List.of("kicked"), DueTime.NOW);
		assertThat(
				this.store.submit(List.of(new NewJob(TOPIC, "replaced", DueTime.NOW, ConflictPolicy.REPLACE, record())))
					.get(0)
					.status())
			.isEqualTo(SubmitStatus.REPLACED);
		this.administrator.cancel(TOPIC, List.of("cancelled"));
		assertThat(this.inspector.runs(new RunPageRequest(TOPIC, "cancelled", null, 10)).runs()).singleElement()
			.satisfies((run) -> assertThat(run.record()).isNull());
		assertThat(reserve(10).jobs()).extracting((job) -> job.lease().id() + job.record().headers().get("tenant"))
			.containsExactlyInAnyOrder("kickeda", "replaceda");
	}

	@Test
	void anEditDoesNotOverwriteAnUnreadableRecord() {
		this.store.submit(List.of(new NewJob(TOPIC, "a", DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[3]))));
		String version = Objects.requireNonNull(find("a").version());
		this.rows.update("UPDATE delay_job SET headers = 'x'");
		assertThat(this.administrator.edit(TOPIC, "a", new JobEdit(version, new byte[1], null)).status())
			.isEqualTo(EditResult.Status.CHANGED);
		assertThat(this.rows.queryForObject("SELECT headers FROM delay_job", String.class)).isEqualTo("x");
	}

	@Test
	void unreadableFinishedRunsAreListedWithoutTheirRecordOrOmitted() {
		submit("a", "b", "c");
		this.store.settle(reserve(10).jobs()
			.stream()
			.map((job) -> (Settlement) new Settlement.Ack(job.lease(), Duration.ZERO))
			.toList());
		this.rows.update("UPDATE delay_finished SET priority = 7 WHERE job_id = " + id("a"));
		this.rows.update("UPDATE delay_finished SET outcome = 7 WHERE job_id = " + id("b"));
		List<FinishedRun> runs = this.inspector.runs(new RunPageRequest(TOPIC, null, null, 10)).runs();
		assertThat(runs).extracting((run) -> run.id() + " " + (run.record() != null))
			.containsExactlyInAnyOrder("a false", "c true");
	}

	// The text of an id in a statement
	private String id(String id) {
		return (this.server == TestDatabase.H2) ? "STRINGTOUTF8('" + id + "')" : "'" + id + "'";
	}

	private static void assertBuried(BuriedJob buried, int attempts, String error) {
		assertThat(buried.id()).isEqualTo("damaged");
		assertThat(buried.attempts()).isEqualTo(attempts);
		assertThat(buried.reason().error()).isEqualTo(error);
	}

	private StoredJob find(String id) {
		return this.inspector.find(TOPIC, id).orElseThrow();
	}

	private ReserveResult reserve(int limit) {
		return reserve(limit, ReserveTerms.defaults());
	}

	private ReserveResult reserve(int limit, ReserveTerms terms) {
		return this.store.reserve(new ReserveRequest(TOPIC, "host/1:" + ++this.reserves, limit, terms));
	}

	private void submit(String... ids) {
		submitAfter(Duration.ZERO, ids);
	}

	private void submitAfter(Duration delay, String... ids) {
		this.store.submit(Stream.of(ids)
			.map((id) -> new NewJob(TOPIC, id, DueTime.after(delay), ConflictPolicy.KEEP, record()))
			.toList());
	}

	private static JobRecord record() {
		return new JobRecord(new byte[3], HEADERS, null, null, JobPriority.NORMAL);
	}

}
