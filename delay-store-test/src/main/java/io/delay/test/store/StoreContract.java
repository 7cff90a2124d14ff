// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.job.SubmitResult;
import io.delay.store.BuriedJob;
import io.delay.store.FailureReason;
import io.delay.store.JobFailures;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.LeaseTokens;
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
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.Operator;
import io.delay.store.admin.TopicStatus;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The common operations of the contract tests. One consumer with {@link #TTR} and
 * {@link #MAX_ATTEMPTS} reserves jobs of {@link #TOPIC}, each time with a new token.
 *
 * @since 0.1.0
 */
public interface StoreContract {

	/**
	 * The default topic of jobs.
	 */
	String TOPIC = "orders";

	/**
	 * Another topic.
	 */
	String OTHER_TOPIC = "refunds";

	/**
	 * The host of the consumer.
	 */
	String HOST = "worker-1.example";

	/**
	 * The TTR of the consumer.
	 */
	Duration TTR = Duration.ofSeconds(30);

	/**
	 * A time that is longer than the TTR.
	 */
	Duration MINUTE = Duration.ofMinutes(1);

	/**
	 * The resolution of the store's time.
	 */
	Duration MILLISECOND = Duration.ofMillis(1);

	/**
	 * The maximum number of attempts of the consumer.
	 */
	int MAX_ATTEMPTS = 3;

	/**
	 * The tokens of the consumer.
	 */
	LeaseTokens TOKENS = new LeaseTokens(HOST);

	/**
	 * The operator who pauses topics.
	 */
	Operator OPERATOR = new Operator("alice");

	/**
	 * The failure reason of failed and buried jobs.
	 */
	FailureReason REASON = new FailureReason("java.io.IOException: no route", "worker-2.example");

	/**
	 * Return the fixture of the store under test.
	 * @return the same fixture throughout one test
	 */
	StoreFixture fixture();

	default Instant now() {
		return fixture().now();
	}

	default void advance(Duration duration) {
		fixture().advance(duration);
	}

	// Submit

	default SubmitResult submit(String id) {
		return submit(JobSpec.job(id));
	}

	default SubmitResult submit(String id, Duration delay) {
		return submit(JobSpec.job(id).delay(delay));
	}

	default SubmitResult submit(JobSpec job) {
		return submitAll(job).get(0);
	}

	default List<SubmitResult> submitAll(JobSpec... jobs) {
		return fixture().store().submit(Arrays.stream(jobs).map(JobSpec::toNewJob).toList());
	}

	default void submitMany(int jobs) {
		List<NewJob> batch = IntStream.range(0, jobs)
			.mapToObj((number) -> JobSpec.job("job-%05d".formatted(number)).toNewJob())
			.toList();
		fixture().store().submit(batch);
	}

	// Reserve

	default ReserveRequest request(int limit) {
		return new ReserveRequest(TOPIC, TOKENS.next(), limit, new ReserveTerms(TTR, MAX_ATTEMPTS));
	}

	default ReserveRequest request(int limit, ReserveMode mode) {
		return new ReserveRequest(TOPIC, TOKENS.next(), limit, new ReserveTerms(TTR, MAX_ATTEMPTS), mode);
	}

	default ReserveRequest requestWithMaxAttempts(int maxAttempts) {
		return new ReserveRequest(TOPIC, TOKENS.next(), 10, new ReserveTerms(TTR, maxAttempts));
	}

	default ReserveRequest requestWithTtr(Duration ttr) {
		return new ReserveRequest(TOPIC, TOKENS.next(), 10, new ReserveTerms(ttr, MAX_ATTEMPTS));
	}

	/** Reserve jobs, from all partitions if there are several. */
	default ReserveResult reserve(ReserveRequest request) {
		ReserveResult result = fixture().store().reserve(request);
		while (fixture().isPartitioned() && Duration.ZERO.equals(result.nextEvent())
				&& result.jobs().size() < request.limit()) {
			result = joined(result,
					fixture().store()
						.reserve(new ReserveRequest(request.topic(), request.token(),
								request.limit() - result.jobs().size(), request.terms(), request.mode(),
								request.lookAhead())));
		}
		return result;
	}

	private static ReserveResult joined(ReserveResult first, ReserveResult second) {
		return new ReserveResult(Stream.concat(first.jobs().stream(), second.jobs().stream()).toList(),
				second.nextEvent(), Stream.concat(first.buried().stream(), second.buried().stream()).toList(),
				second.isolatedLeft());
	}

	default ReserveResult reserve(int limit) {
		return reserve(request(limit));
	}

	default List<String> reserveIds(int limit) {
		return idsOf(reserve(limit));
	}

	/** Reserve the only job that is ready. */
	default ReservedJob reserveOne() {
		return reserveOne(request(10));
	}

	/**
	 * Reserve one job. If a lease has expired, its job can wait for another poller first,
	 * and the store then asks for another reserve at once.
	 * @param request returns the request
	 */
	default ReservedJob reserveAfterExpiredLeases(Supplier<ReserveRequest> request) {
		ReserveResult result = reserve(request.get());
		if (!result.jobs().isEmpty()) {
			assertThat(result.jobs()).hasSize(1);
			return result.jobs().get(0);
		}
		assertThat(result.nextEvent()).isZero();
		return reserveOne(request.get());
	}

	default ReservedJob reserveOne(ReserveRequest request) {
		List<ReservedJob> jobs = reserve(request).jobs();
		assertThat(jobs).hasSize(1);
		return jobs.get(0);
	}

	/** Reserve the only job that is ready in the other topic. */
	default ReservedJob reserveOther() {
		return reserveOne(new ReserveRequest(OTHER_TOPIC, TOKENS.next(), 10, new ReserveTerms(TTR, MAX_ATTEMPTS)));
	}

	/**
	 * Return the expected entry for a job that was buried because the TTR of its only
	 * attempt expired.
	 * @return the entry in the result of a reserve
	 */
	default BuriedJob ranOut(String id) {
		return new BuriedJob(id, 1, new FailureReason("TTR of 30000 ms elapsed", HOST));
	}

	/**
	 * Check the ids of reserved jobs. The order is ignored if the store is partitioned.
	 * @param ids the ids of the reserved jobs
	 * @param expected the expected ids, in their order
	 */
	default void assertHandedOver(List<String> ids, String... expected) {
		if (fixture().isPartitioned()) {
			assertThat(ids).containsExactlyInAnyOrder(expected);
		}
		else {
			assertThat(ids).containsExactly(expected);
		}
	}

	default List<String> idsOf(ReserveResult result) {
		return result.jobs().stream().map((job) -> job.lease().id()).toList();
	}

	// Settle and touch

	default SettleResult ack(ReservedJob job) {
		return settle(new Settlement.Ack(job.lease()));
	}

	default SettleResult release(ReservedJob job, Duration delay) {
		return settle(new Settlement.Release(job.lease(), delay));
	}

	default SettleResult resubmit(ReservedJob job, String payload, Duration delay) {
		return settle(
				new Settlement.Resubmit(job.lease(), JobRecord.of(payload.getBytes(StandardCharsets.UTF_8)), delay));
	}

	default SettleResult handBack(ReservedJob job) {
		return settle(new Settlement.HandBack(job.lease()));
	}

	default SettleResult fail(ReservedJob job, Duration delay) {
		return settle(new Settlement.Fail(job.lease(), REASON, delay));
	}

	default SettleResult failUntilLeaseEnds(ReservedJob job) {
		return settle(new Settlement.Fail(job.lease(), REASON, null));
	}

	default SettleResult bury(ReservedJob job) {
		return settle(new Settlement.Bury(job.lease(), REASON));
	}

	default SettleResult settle(Settlement settlement) {
		return settleAll(settlement).get(0);
	}

	default List<SettleResult> settleAll(Settlement... settlements) {
		return fixture().store().settle(List.of(settlements));
	}

	default SettleResult touch(ReservedJob job, Duration ttr) {
		return touch(job.lease(), ttr);
	}

	default SettleResult reportStart(ReservedJob job) {
		return fixture().store().touch(List.of(Touch.started(job.lease()))).get(0);
	}

	default SettleResult reportOverdue(ReservedJob job) {
		return fixture().store().touch(List.of(Touch.overdue(job.lease()))).get(0);
	}

	default SettleResult touch(Lease lease, Duration ttr) {
		return fixture().store().touch(List.of(new Touch(lease, ttr))).get(0);
	}

	// Deliveries of a consumer that reports when handlers begin

	default ReservedJob deliver() {
		return reserveOne(request(10, ReserveMode.LISTEN_ISOLATED));
	}

	/**
	 * Let the worker of a job crash. No other job may be ready.
	 * @return the job with its expired lease
	 */
	default ReservedJob crash() {
		ReservedJob job = deliver();
		reportStart(job);
		advance(TTR);
		return job;
	}

	// Administer

	default JobStoreAdministrator administrator() {
		return fixture().administrator();
	}

	default boolean pause() {
		return administrator().pause(TOPIC, OPERATOR);
	}

	default Optional<JobState> kick(String id, DueTime dueTime) {
		return administrator().kick(TOPIC, List.of(id), dueTime).get(0);
	}

	default Optional<JobState> buryWaiting(String id) {
		return administrator().bury(TOPIC, List.of(id), REASON).get(0);
	}

	// One job, brought into each state

	default void givenDelayed(String id) {
		submit(id, MINUTE);
	}

	default void givenReady(String id) {
		submit(id);
	}

	/**
	 * Submit a job and reserve it. No other job may be ready.
	 * @return the job with its lease
	 */
	default ReservedJob givenReserved(String id) {
		submit(id);
		return reserveOne();
	}

	/**
	 * Submit a job, reserve it, and let its lease expire. No other job may be ready.
	 * @return the job with its expired lease
	 */
	default ReservedJob givenRunOut(String id) {
		ReservedJob job = givenReserved(id);
		advance(TTR);
		return job;
	}

	/** Submit a job, reserve it, and bury it. No other job may be ready. */
	default void givenFailed(String id) {
		bury(givenReserved(id));
	}

	/**
	 * Submit a job and let it fail once, so that it is ready for its second attempt. No
	 * other job may be ready.
	 */
	default void givenFailedOnce(String id) {
		fail(givenReserved(id), Duration.ZERO);
	}

	// Inspect

	default StoredJob find(String id) {
		return fixture().inspector().find(TOPIC, id).orElseThrow();
	}

	default Optional<JobState> state(String id) {
		return fixture().inspector().find(TOPIC, id).map(StoredJob::state);
	}

	default TopicStatus status() {
		return fixture().inspector().status(TOPIC);
	}

	default long count(JobState state) {
		return status().count(state);
	}

	/**
	 * Check that the topic contains a single job, counted in a single state.
	 * @param state the expected state of the job
	 */
	default void assertTheOnlyJobIs(JobState state) {
		assertThat(status().counts())
			.allSatisfy((counted, jobs) -> assertThat(jobs).as(counted.name()).isEqualTo((counted == state) ? 1 : 0));
	}

	default JobRecord record(String id) {
		return Objects.requireNonNull(find(id).record(), "no record");
	}

	/**
	 * Assert the last failure of a job.
	 * @param attempts the number of failed attempts
	 * @param time the time of the last failure
	 */
	default void assertLastFailure(String id, int attempts, FailureReason last, Instant time) {
		assertThat(failures(id).attempts()).isEqualTo(attempts);
		assertThat(failures(id).last()).isEqualTo(last);
		assertThat(failures(id).time()).isEqualTo(time);
	}

	default JobFailures failures(String id) {
		return Objects.requireNonNull(find(id).failures(), "no failures");
	}

	default String payload(String id) {
		return new String(record(id).payload(), StandardCharsets.UTF_8);
	}

	/**
	 * Describe all properties of a job, to check that an operation has not changed them.
	 * @return the description
	 */
	default String snapshot(String id) {
		return fixture().inspector()
			.find(TOPIC, id)
			.map((job) -> job.state() + " " + job.time() + " " + payload(id) + " " + record(id).headers() + " "
					+ record(id).ttr() + " " + record(id).maxAttempts() + " " + record(id).priority() + " "
					+ job.failures())
			.orElse("gone");
	}

}
