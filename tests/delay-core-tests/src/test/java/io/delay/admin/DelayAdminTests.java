// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.util.unit.DataSize;

import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.job.PayloadTooLargeException;
import io.delay.store.DelegatingJobStoreAdministrator;
import io.delay.store.FailureReason;
import io.delay.store.HostName;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.StoredJob;
import io.delay.store.admin.ActiveConsumer;
import io.delay.store.admin.AuditPage;
import io.delay.store.admin.FailedJobPage;
import io.delay.store.admin.ForecastRequest;
import io.delay.store.admin.JobEdit;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.admin.TopicStatus;
import io.delay.store.history.RunPage;
import io.delay.store.history.RunPageRequest;
import io.delay.store.throughput.TopicThroughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What a person sees and does.
 */
@Timeout(30)
class DelayAdminTests {

	private static final String TOPIC = "orders";

	private static final Duration HOUR = Duration.ofHours(1);

	private final StoreWithJobs jobs = new StoreWithJobs();

	private final FailingAdministrator administrator = new FailingAdministrator();

	private final DelayAdmin admin = new DelayAdmin(this.jobs.store(), this.jobs.store(), this.administrator);

	@Test
	void topicsAreInAlphabeticalOrder() {
		Stream.of("c", "a", "b").forEach((topic) -> this.jobs.waiting(topic, "1", HOUR));
		assertThat(this.admin.topics().names()).containsExactly("a", "b", "c");
	}

	@Test
	void statusCountsEveryState() {
		this.jobs.waiting(TOPIC, "delayed", HOUR);
		this.jobs.waiting(TOPIC, "ready", Duration.ZERO);
		this.jobs.failed(TOPIC, "failed");
		this.jobs.advance(Duration.ofSeconds(7));
		TopicStatus status = this.admin.topics().status(TOPIC);
		assertThat(Arrays.stream(JobState.values()).map(status::count)).containsExactly(1L, 1L, 0L, 1L);
		assertThat(status.oldestReady()).isEqualTo(Duration.ofSeconds(7));
		assertThat(status.paused()).isFalse();
	}

	@Test
	void pagesOfFailedJobsAreOldestFirstWithTheirLastFailure() {
		this.jobs.failed(TOPIC, "second");
		this.jobs.advance(HOUR.negated());
		this.jobs.failed(TOPIC, "first");
		JobPage page = this.admin.jobs().page(TOPIC, JobState.FAILED, null, 1);
		assertThat(page.jobs()).extracting(StoredJob::id).containsExactly("first");
		assertThat(page.jobs().get(0).failures().last().error()).isEqualTo("broken");
		JobPage next = this.admin.jobs().page(TOPIC, JobState.FAILED, page.next(), 1);
		assertThat(next.jobs()).extracting(StoredJob::id).containsExactly("second");
		assertThat(next.next()).isNull();
	}

	@Test
	void aJobIsFoundWithAllItsValues() {
		this.jobs.failed(TOPIC, "4711");
		assertThat(this.admin.jobs().find(TOPIC, "4711")).get()
			.satisfies((job) -> assertThat(job.state()).isEqualTo(JobState.FAILED),
					(job) -> assertThat(job.record().payload()).asString().isEqualTo("payload"));
		assertThat(this.admin.jobs().find(TOPIC, "none")).isEmpty();
	}

	@Test
	void forecastCountsTheJobsThatBecomeDueInEachInterval() {
		Stream.of(0, 59, 60, 149, 300)
			.forEach((minutes) -> this.jobs.waiting(TOPIC, "after-" + minutes, minutes(minutes)));
		Instant from = this.jobs.now();
		assertThat(this.admin.topics().forecast(TOPIC, from, from.plus(minutes(150)), HOUR)).containsExactly(
				new ForecastInterval(from, from.plus(minutes(60)), 2),
				new ForecastInterval(from.plus(minutes(60)), from.plus(minutes(120)), 1),
				new ForecastInterval(from.plus(minutes(120)), from.plus(minutes(180)), 1));
	}

	@Test
	void forecastOfADayFromNowHasNoTwentyFifthHour() {
		Instant from = this.jobs.now().plusNanos(1);
		assertThat(this.admin.topics().forecast(TOPIC, from, from.plus(Duration.ofDays(1)), HOUR)).hasSize(24)
			.first()
			.isEqualTo(new ForecastInterval(this.jobs.now(), this.jobs.now().plus(HOUR), 0));
	}

	@Test
	void forecastWithinAMillisecondIsThatMillisecond() {
		Instant from = this.jobs.now();
		this.jobs.waiting(TOPIC, "1", Duration.ZERO);
		assertThat(this.admin.topics().forecast(TOPIC, from, from.plusNanos(1), Duration.ofMillis(1)))
			.containsExactly(new ForecastInterval(from, from.plusMillis(1), 1));
	}

	@Test
	void errorOfAForecastWithTooManyIntervalsNamesAValidInterval() {
		Instant from = this.jobs.now();
		Instant to = from.plus(Duration.ofDays(1));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.admin.topics().forecast(TOPIC, from, to, Duration.ofSeconds(1)))
			.withMessage("A forecast from 2030-01-01T00:00:00Z to 2030-01-02T00:00:00Z has 86400 intervals of PT1S; "
					+ "the maximum is 1000. Use intervals of PT1M26.4S or longer");
		assertThat(this.admin.topics().forecast(TOPIC, from, to, Duration.parse("PT1M26.4S"))).hasSize(1000);
	}

	@Test
	void aKickedJobIsHandledAgainWithAllItsAttempts() {
		this.jobs.failed(TOPIC, "4711");
		assertThat(this.admin.jobs().kick(TOPIC, "4711")).contains(JobState.FAILED);
		ReservedJob job = this.jobs.template().reserve(TOPIC, 1).get(0);
		assertThat(job.lease().id()).isEqualTo("4711");
		assertThat(job.terms().attempt()).isOne();
	}

	@Test
	void aJobKickedWithADelayIsDueAfterIt() {
		this.jobs.failed(TOPIC, "4711");
		this.admin.jobs().kick(TOPIC, "4711", HOUR);
		assertThat(this.admin.jobs().find(TOPIC, "4711")).get()
			.extracting(StoredJob::state, StoredJob::time)
			.containsExactly(JobState.DELAYED, this.jobs.now().plus(HOUR));
	}

	@Test
	void kickingManyReturnsTheStateOfEach() {
		List<String> ids = new ArrayList<>(this.jobs.failed(TOPIC, 1200));
		this.jobs.waiting(TOPIC, "waiting", HOUR);
		ids.addAll(List.of("waiting", "none"));
		List<Optional<JobState>> found = this.admin.jobs().kick(TOPIC, ids);
		assertThat(found.subList(0, 1200)).containsOnly(Optional.of(JobState.FAILED));
		assertThat(found.subList(1200, 1202)).containsExactly(Optional.of(JobState.DELAYED), Optional.empty());
		assertThat(this.admin.topics().status(TOPIC).count(JobState.READY)).isEqualTo(1200);
		assertThat(this.administrator.steps).isEqualTo(13);
	}

	@Test
	void allFailedJobsAreKickedInBoundedSteps() {
		this.jobs.failed(TOPIC, 1200);
		assertThat(this.admin.bulk().kickAll(TOPIC, HOUR)).isEqualTo(1200);
		assertThat(this.admin.topics().status(TOPIC).count(JobState.DELAYED)).isEqualTo(1200);
		assertThat(this.administrator.steps).isEqualTo(12);
	}

	@Test
	void jobsThatFailAgainAtOnceAreNotKickedTwice() {
		List<String> ids = this.jobs.failed(TOPIC, 700);
		this.administrator.afterStep = (kicked) -> {
			this.jobs.advance(Duration.ofMillis(1));
			ids.forEach((id) -> this.jobs.store().bury(TOPIC, List.of(id), new FailureReason("again", "host")));
		};
		assertThat(this.admin.bulk().kickAll(TOPIC)).isEqualTo(700);
		assertThat(this.administrator.steps).isEqualTo(7);
		assertThat(allFailed()).hasSize(700)
			.allSatisfy((job) -> assertThat(job.failures().last().error()).isEqualTo("again"));
	}

	@Test
	void buriedJobsNameTheReasonAndTheHost() {
		this.jobs.waiting(TOPIC, "ready", Duration.ZERO);
		this.jobs.waiting(TOPIC, "delayed", HOUR);
		assertThat(this.admin.jobs().bury(TOPIC, List.of("ready", "delayed", "none"), "wrong customer"))
			.containsExactly(Optional.of(JobState.READY), Optional.of(JobState.DELAYED), Optional.empty());
		assertThat(allFailed()).extracting((job) -> job.failures().last())
			.containsOnly(new FailureReason("wrong customer", HostName.resolve()));
	}

	@Test
	void aJobThatIsBeingHandledIsNotBuried() {
		this.jobs.waiting(TOPIC, "4711", Duration.ZERO);
		this.jobs.template().reserve(TOPIC, 1);
		assertThat(this.admin.jobs().bury(TOPIC, "4711", "wrong customer")).contains(JobState.RESERVED);
		assertThat(this.admin.topics().status(TOPIC).count(JobState.RESERVED)).isOne();
	}

	@Test
	void theHostCanBeGiven() {
		this.jobs.waiting(TOPIC, "4711", HOUR);
		new DelayAdmin(this.jobs.store(), this.jobs.store(), this.administrator,
				DelayAdminOptions.defaults().withHost("desk"))
			.jobs()
			.bury(TOPIC, "4711", "why");
		assertThat(allFailed()).extracting((job) -> job.failures().last().host()).containsExactly("desk");
	}

	@Test
	void aCancelledJobIsGone() {
		this.jobs.failed(TOPIC, "4711");
		assertThat(this.admin.jobs().cancel(TOPIC, "4711")).contains(JobState.FAILED);
		assertThat(this.admin.jobs().cancel(TOPIC, "4711")).isEmpty();
	}

	@Test
	void aPayloadThatIsTooLargeDoesNotReplaceTheCurrentOne() {
		this.jobs.failed(TOPIC, "4711");
		String version = this.admin.jobs().find(TOPIC, "4711").orElseThrow().version();
		DelayAdmin small = new DelayAdmin(this.jobs.store(), this.jobs.store(), this.administrator,
				DelayAdminOptions.defaults().withMaxPayloadSize(DataSize.ofBytes(3)));
		assertThatExceptionOfType(PayloadTooLargeException.class)
			.isThrownBy(() -> small.jobs().edit(TOPIC, "4711", new JobEdit(version, new byte[4], null)));
		assertThat(small.jobs().edit(TOPIC, "4711", new JobEdit(version, new byte[3], null)).found())
			.isEqualTo(JobState.FAILED);
		assertThat(this.admin.jobs().find(TOPIC, "4711").orElseThrow().record().payload()).hasSize(3);
	}

	@Test
	void purgingAStateKeepsJobsInOtherStates() {
		this.jobs.failed(TOPIC, 700);
		this.jobs.waiting(TOPIC, "ready", Duration.ZERO);
		assertThat(this.admin.bulk().purge(TOPIC, JobState.FAILED)).isEqualTo(700);
		assertThat(this.admin.topics().status(TOPIC).counts().values()).containsExactlyInAnyOrder(0L, 1L, 0L, 0L);
	}

	@Test
	void purgingATopicDeletesTheJobsOfAllStatesAndVoidsLeases() {
		this.jobs.waiting(TOPIC, "reserved", Duration.ZERO);
		ReservedJob reserved = this.jobs.template().reserve(TOPIC, 1).get(0);
		this.jobs.waiting(TOPIC, "delayed", HOUR);
		this.jobs.waiting(TOPIC, "ready", Duration.ZERO);
		this.jobs.failed(TOPIC, "failed");
		this.jobs.waiting("other", "1", HOUR);
		assertThat(this.admin.bulk().purge(TOPIC)).isEqualTo(4);
		assertThat(this.admin.topics().status(TOPIC).counts().values()).containsOnly(0L);
		assertThat(this.jobs.template().ack(reserved.lease())).isEqualTo(SettleResult.LEASE_LOST);
		assertThat(this.admin.topics().status("other").count(JobState.DELAYED)).isOne();
	}

	@Test
	void aPurgeEndsAlthoughJobsAreSubmittedMeanwhile() {
		this.jobs.failed(TOPIC, 3);
		int[] next = { 0 };
		this.administrator.afterStep = (purged) -> {
			for (int i = 0; i < purged; i++) {
				this.jobs.failed(TOPIC, "new-" + next[0]++);
			}
		};
		assertThat(this.admin.bulk().purge(TOPIC, JobState.FAILED)).isEqualTo(3);
		assertThat(this.admin.topics().status(TOPIC).count(JobState.FAILED)).isEqualTo(3);
	}

	@Test
	void jobsOfAPausedTopicAreNotReservedUntilItIsResumed() {
		this.jobs.waiting(TOPIC, "4711", Duration.ZERO);
		assertThat(this.admin.topics().pause(TOPIC)).isTrue();
		assertThat(this.admin.topics().pause(TOPIC)).isFalse();
		assertThat(this.admin.topics().status(TOPIC).paused()).isTrue();
		assertThat(this.jobs.template().reserve(TOPIC, 1)).isEmpty();
		assertThat(this.admin.topics().resume(TOPIC)).isTrue();
		assertThat(this.admin.topics().resume(TOPIC)).isFalse();
		assertThat(this.jobs.template().reserve(TOPIC, 1)).hasSize(1);
	}

	@Test
	void anAuditOfASoundTopicFindsNothing() {
		this.jobs.failed(TOPIC, 3);
		assertThat(this.admin.topics().audit(TOPIC, null)).isEqualTo(new AuditPage(3, List.of(), null));
		assertThat(this.admin.topics().auditAll(TOPIC, 10)).isEqualTo(new AuditReport(3, 0, List.of()));
	}

	@Test
	void anAuditOfSeveralStepsReturnsTheFirstFindings() {
		DelayAdmin admin = new DelayAdmin(this.jobs.store(), new UnsoundInspector(), this.administrator);
		assertThat(admin.topics().auditAll(TOPIC, 3))
			.isEqualTo(new AuditReport(30, 6, List.of(new AuditPage.Finding("1", "one"),
					new AuditPage.Finding("1", "two"), new AuditPage.Finding("2", "one"))));
		assertThat(admin.topics().auditAll(TOPIC, 0)).isEqualTo(new AuditReport(30, 6, List.of()));
	}

	@Test
	void aFailureInTheFirstStepIsThrownUnchanged() {
		this.jobs.failed(TOPIC, 700);
		this.administrator.failInStep = 1;
		assertThatExceptionOfType(DataAccessResourceFailureException.class)
			.isThrownBy(() -> this.admin.bulk().kickAll(TOPIC))
			.isSameAs(this.administrator.failure);
	}

	@ParameterizedTest
	@MethodSource("longOperations")
	void aFailureInALaterStepReportsHowManyJobsWereChanged(LongCall call) {
		List<String> ids = this.jobs.failed(TOPIC, 1200);
		if (call.name().startsWith("Burying")) {
			this.admin.bulk().kickAll(TOPIC);
		}
		this.administrator.steps = 0;
		this.administrator.failInStep = 3;
		assertThatExceptionOfType(PartlyDoneException.class).isThrownBy(() -> call.action().run(this.admin, ids))
			.withMessage(call.name() + " failed after 200 jobs. Repeat the call for the rest")
			.withCause(this.administrator.failure)
			.satisfies((failure) -> assertThat(failure.done()).isEqualTo(200));
		this.administrator.failInStep = -1;
		call.action().run(this.admin, ids);
		assertThat(this.admin.topics().status(TOPIC).counts().values()).containsExactlyInAnyOrder(1200L, 0L, 0L, 0L);
	}

	static Stream<LongCall> longOperations() {
		return Stream.of(new LongCall("Kicking jobs of topic 'orders'", (admin, ids) -> admin.jobs().kick(TOPIC, ids)),
				new LongCall("Kicking jobs of topic 'orders'", (admin, ids) -> admin.bulk().kickAll(TOPIC)),
				new LongCall("Burying jobs of topic 'orders'", (admin, ids) -> admin.jobs().bury(TOPIC, ids, "why")));
	}

	@Test
	void aPurgeThatFailsInALaterStepReportsHowManyJobsOfAllStatesWereDeleted() {
		this.jobs.failed(TOPIC, 700);
		this.jobs.waiting(TOPIC, "delayed", HOUR);
		this.administrator.failInStep = 3;
		assertThatExceptionOfType(PartlyDoneException.class).isThrownBy(() -> this.admin.bulk().purge(TOPIC))
			.withMessage("Purging topic 'orders' failed after 101 jobs. Repeat the call for the rest");
		assertThat(this.admin.bulk().purge(TOPIC)).isEqualTo(600);
	}

	@ParameterizedTest
	@MethodSource("wrongCalls")
	void invalidInputIsReportedBeforeAnythingIsSent(String message, Consumer<DelayAdmin> call) {
		DelayAdmin unreachable = new DelayAdmin(this.jobs.store(), new UnreachableInspector(), this.administrator);
		this.administrator.failInStep = 1;
		assertThatIllegalArgumentException().isThrownBy(() -> call.accept(unreachable)).withMessageContaining(message);
	}

	static Stream<Object[]> wrongCalls() {
		String badTopic = "Topic 'bad topic' must be 1 to 200 characters";
		String badId = "Job id must not be empty";
		Instant now = Instant.parse("2030-01-01T00:00:00Z");
		return Stream.of(wrong(badTopic, (admin) -> admin.topics().status("bad topic")),
				wrong(badTopic, (admin) -> admin.jobs().page("bad topic", JobState.FAILED, null, 1)),
				wrong("Limit 0 must be 1 to 500", (admin) -> admin.jobs().page(TOPIC, JobState.FAILED, null, 0)),
				wrong("Limit 501 must be 1 to 500", (admin) -> admin.jobs().page(TOPIC, JobState.FAILED, null, 501)),
				wrong(badTopic, (admin) -> admin.jobs().find("bad topic", "1")),
				wrong(badId, (admin) -> admin.jobs().find(TOPIC, "")),
				wrong(badTopic, (admin) -> admin.topics().forecast("bad topic", now, now.plus(HOUR), HOUR)),
				wrong("must end after it begins", (admin) -> admin.topics().forecast(TOPIC, now, now, HOUR)),
				wrong("must not begin before 1970", (admin) -> admin.topics().forecast(TOPIC, Instant.MIN, now, HOUR)),
				wrong("is after the year 9999", (admin) -> admin.topics().forecast(TOPIC, now, Instant.MAX, HOUR)),
				wrong("must be a millisecond or longer",
						(admin) -> admin.topics().forecast(TOPIC, now, now.plus(HOUR), Duration.ZERO)),
				wrong("must be a millisecond or longer",
						(admin) -> admin.topics().forecast(TOPIC, now, now.plus(HOUR), HOUR.negated())),
				wrong("must not be longer than the forecast",
						(admin) -> admin.topics()
							.forecast(TOPIC, now, now.plus(HOUR), Duration.ofSeconds(Long.MAX_VALUE))),
				wrong(badTopic, (admin) -> admin.jobs().kick("bad topic", "1")),
				wrong(badId, (admin) -> admin.jobs().kick(TOPIC, "")),
				wrong("Delay PT-1H must not be negative", (admin) -> admin.jobs().kick(TOPIC, "1", HOUR.negated())),
				wrong(badId, (admin) -> admin.jobs().kick(TOPIC, List.of("1", ""))),
				wrong("Job id '1' must not be repeated", (admin) -> admin.jobs().kick(TOPIC, List.of("1", "2", "1"))),
				wrong("'id' must not be null", (admin) -> admin.jobs().kick(TOPIC, Arrays.asList("1", null))),
				wrong(badTopic, (admin) -> admin.bulk().kickAll("bad topic")),
				wrong("Delay PT-1H must not be negative", (admin) -> admin.bulk().kickAll(TOPIC, HOUR.negated())),
				wrong(badTopic, (admin) -> admin.jobs().bury("bad topic", "1", "why")),
				wrong(badId, (admin) -> admin.jobs().bury(TOPIC, "", "why")),
				wrong("'reason' must not be empty", (admin) -> admin.jobs().bury(TOPIC, "1", " ")),
				wrong(badTopic, (admin) -> admin.jobs().cancel("bad topic", "1")),
				wrong(badId, (admin) -> admin.jobs().cancel(TOPIC, "")),
				wrong("Job id '?' must not contain unpaired surrogates",
						(admin) -> admin.jobs().cancel(TOPIC, "\uD800")),
				wrong("Topic '.' must be another name", (admin) -> admin.topics().pause(".")),
				wrong("Topic '..' must be another name", (admin) -> admin.topics().status("..")),
				wrong(badTopic, (admin) -> admin.bulk().purge("bad topic")),
				wrong(badTopic, (admin) -> admin.bulk().purge("bad topic", JobState.FAILED)),
				wrong("'state' must not be null", (admin) -> admin.bulk().purge(TOPIC, null)),
				wrong(badTopic, (admin) -> admin.topics().pause("bad topic")),
				wrong(badTopic, (admin) -> admin.topics().resume("bad topic")),
				wrong(badTopic, (admin) -> admin.topics().audit("bad topic", null)),
				wrong(badTopic, (admin) -> admin.topics().auditAll("bad topic", 1)),
				wrong("Max findings -1 must not be negative", (admin) -> admin.topics().auditAll(TOPIC, -1)));
	}

	private static Object[] wrong(String message, Consumer<DelayAdmin> call) {
		return new Object[] { message, call };
	}

	@Test
	void callsWithoutIdsSendNothing() {
		this.administrator.failInStep = 1;
		assertThat(this.admin.jobs().kick(TOPIC, List.of())).isEmpty();
		assertThat(this.admin.jobs().bury(TOPIC, List.of(), "why")).isEmpty();
	}

	private List<StoredJob> allFailed() {
		List<StoredJob> failed = new ArrayList<>();
		JobPage page = this.admin.jobs().page(TOPIC, JobState.FAILED, null, 500);
		failed.addAll(page.jobs());
		while (page.next() != null) {
			page = this.admin.jobs().page(TOPIC, JobState.FAILED, page.next(), 500);
			failed.addAll(page.jobs());
		}
		return failed;
	}

	private static Duration minutes(long minutes) {
		return Duration.ofMinutes(minutes);
	}

	/**
	 * A long operation.
	 *
	 * @param name what the exception calls it
	 * @param left how many jobs are in one state once it is repeated, with none in
	 * another
	 * @param action the call
	 */
	record LongCall(String name, Action action) {

	}

	@FunctionalInterface
	interface Action {

		void run(DelayAdmin admin, List<String> ids);

	}

	/**
	 * Counts the steps, and fails in one of them.
	 */
	private final class FailingAdministrator extends DelegatingJobStoreAdministrator {

		private final DataAccessResourceFailureException failure = new DataAccessResourceFailureException("away");

		private Consumer<Integer> afterStep = (jobs) -> {
		};

		private int steps;

		private int failInStep = -1;

		FailingAdministrator() {
			super(DelayAdminTests.this.jobs.store());
		}

		private void step() {
			this.steps++;
			assertThat(this.steps).as("steps of an operation that must end").isLessThan(20);
			if (this.steps == this.failInStep) {
				throw this.failure;
			}
		}

		@Override
		public List<Optional<JobState>> kick(String topic, List<String> ids, DueTime dueTime) {
			step();
			return super.kick(topic, ids, dueTime);
		}

		@Override
		public int kickOldest(String topic, int limit, DueTime dueTime) {
			step();
			int kicked = super.kickOldest(topic, limit, dueTime);
			this.afterStep.accept(kicked);
			return kicked;
		}

		@Override
		public List<Optional<JobState>> bury(String topic, List<String> ids, FailureReason reason) {
			step();
			return super.bury(topic, ids, reason);
		}

		@Override
		public int purge(String topic, JobState state, int limit) {
			step();
			int purged = super.purge(topic, state, limit);
			this.afterStep.accept(purged);
			return purged;
		}

	}

	/**
	 * Finds two problems in each of three steps.
	 */
	private static final class UnsoundInspector extends UnreachableInspector {

		@Override
		public AuditPage audit(String topic, @Nullable String step) {
			int number = (step != null) ? Integer.parseInt(step) : 1;
			String id = String.valueOf(number);
			return new AuditPage(10, List.of(new AuditPage.Finding(id, "one"), new AuditPage.Finding(id, "two")),
					(number < 3) ? String.valueOf(number + 1) : null);
		}

	}

	/**
	 * Fails always.
	 */
	private static class UnreachableInspector implements JobStoreInspector {

		@Override
		public Optional<StoredJob> find(String topic, String id) {
			throw new DataAccessResourceFailureException("away");
		}

		@Override
		public TopicStatus status(String topic) {
			throw new DataAccessResourceFailureException("away");
		}

		@Override
		public JobPage page(JobPageRequest request) {
			throw new DataAccessResourceFailureException("away");
		}

		@Override
		public RunPage runs(RunPageRequest request) {
			throw new DataAccessResourceFailureException("away");
		}

		@Override
		public FailedJobPage failures(String topic, @Nullable JobPosition after, int limit) {
			throw new DataAccessResourceFailureException("away");
		}

		@Override
		public List<Long> forecast(ForecastRequest request) {
			throw new DataAccessResourceFailureException("away");
		}

		@Override
		public TopicThroughput throughput(String topic) {
			throw new DataAccessResourceFailureException("away");
		}

		@Override
		public AuditPage audit(String topic, @Nullable String step) {
			throw new DataAccessResourceFailureException("away");
		}

		@Override
		public Set<String> topics() {
			throw new DataAccessResourceFailureException("away");
		}

		@Override
		public List<ActiveConsumer> consumers(String topic) {
			throw new DataAccessResourceFailureException("away");
		}

	}

}
