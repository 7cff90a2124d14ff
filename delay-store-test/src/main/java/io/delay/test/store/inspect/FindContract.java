// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.delay.job.JobState;
import io.delay.store.JobFailures;
import io.delay.store.LeaseTokens;
import io.delay.store.ReserveMode;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.StoredJob;
import io.delay.store.admin.JobPageRequest;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Find: a job is found in every state, and the topics of a store are listed.
 *
 * @since 0.1.0
 */
public interface FindContract extends StoreContract {

	// Jobs

	@Test
	default void aDelayedJobIsFoundWithItsDueTime() {
		givenDelayed("a");
		Instant dueTime = now().plus(MINUTE);
		advance(Duration.ofSeconds(1));
		assertFound(JobState.DELAYED, dueTime, null);
	}

	@Test
	default void aReadyJobIsFoundWithItsDueTime() {
		givenReady("a");
		Instant dueTime = now();
		advance(Duration.ofSeconds(1));
		assertFound(JobState.READY, dueTime, null);
	}

	@Test
	default void aReservedJobIsFoundWithItsDeadline() {
		givenReserved("a");
		Instant deadline = now().plus(TTR);
		advance(Duration.ofSeconds(1));
		assertFound(JobState.RESERVED, deadline, null);
	}

	@Test
	default void aJobWhoseLeaseHasExpiredIsFoundReserved() {
		givenRunOut("a");
		Instant deadline = now();
		advance(MINUTE);
		assertFound(JobState.RESERVED, deadline, null);
	}

	@Test
	default void aFailedJobIsFoundWithTheTimeOfItsBurial() {
		givenFailed("a");
		Instant burial = now();
		advance(Duration.ofSeconds(1));
		assertFound(JobState.FAILED, burial, new JobFailures(1, REASON, burial));
	}

	@Test
	default void aWaitingJobIsFoundWithItsFailures() {
		givenFailedOnce("a");
		assertFound(JobState.READY, now(), new JobFailures(1, REASON, now()));
	}

	@Test
	default void aReservedJobIsFoundWithItsFailures() {
		givenFailedOnce("a");
		reserveOne();
		assertFound(JobState.RESERVED, now().plus(TTR), new JobFailures(1, REASON, now()));
	}

	// Holders

	@Test
	default void aReservedJobIsFoundWithTheConsumerThatHoldsIt() {
		submit(JobSpec.job("a").maxAttempts(7));
		fail(reserveOne(), Duration.ZERO);
		advance(Duration.ofSeconds(3));
		ReservedJob job = reserveOne();
		Instant begun = now();
		advance(Duration.ofSeconds(1));
		assertHolder(new StoredJob.Holder(HOST, TOKENS.poller(), 2, 7, begun, false));
		assertThat(LeaseTokens.pollerOf(job.lease().token())).isEqualTo(TOKENS.poller());
	}

	@Test
	default void anExtendedLeaseIsFoundWithItsBeginning() {
		ReservedJob job = givenReserved("a");
		Instant begun = now();
		reportStart(job);
		for (Duration ttr : List.of(MINUTE, TTR, MINUTE)) {
			advance(Duration.ofSeconds(7));
			assertThat(touch(job, ttr)).isEqualTo(SettleResult.DONE);
			assertHolder(new StoredJob.Holder(HOST, TOKENS.poller(), 1, MAX_ATTEMPTS, begun, false));
		}
		advance(MINUTE.multipliedBy(2));
		assertHolder(new StoredJob.Holder(HOST, TOKENS.poller(), 1, MAX_ATTEMPTS, begun, false));
	}

	@Test
	default void aJobThatIsDeliveredAgainIsFoundWithItsNewConsumer() {
		ReservedJob job = givenReserved("a");
		touch(job, MINUTE);
		advance(MINUTE);
		reserveOne();
		assertHolder(new StoredJob.Holder(HOST, TOKENS.poller(), 2, MAX_ATTEMPTS, now(), false));
		assertThat(failures("a").last().host()).isEqualTo(HOST);
	}

	@Test
	default void aWaitingAndAFailedJobHaveNoHolder() {
		givenReady("a");
		assertHolder(null);
		bury(reserveOne());
		assertHolder(null);
	}

	@Test
	default void aJobInFailureHandlingIsHeldWhileItsFailureHandlerRuns() {
		submit("a");
		ReserveRequest request = new ReserveRequest(TOPIC, TOKENS.next(), 10, new ReserveTerms(TTR, 1, 3),
				ReserveMode.PULL);
		fail(reserveOne(request), Duration.ZERO);
		assertThat(find("a").state()).isEqualTo(JobState.READY);
		assertHolder(null);
		reserveOne(new ReserveRequest(TOPIC, TOKENS.next(), 10, new ReserveTerms(TTR, 1, 3), ReserveMode.PULL));
		assertHolder(new StoredJob.Holder(HOST, TOKENS.poller(), 1, 3, now(), true));
	}

	private void assertHolder(StoredJob.@Nullable Holder holder) {
		StoredJob job = find("a");
		assertThat(job.holder()).isEqualTo(holder);
		assertThat(fixture().inspector().page(new JobPageRequest(TOPIC, job.state(), null, 10)).jobs())
			.extracting(StoredJob::holder)
			.containsExactly(holder);
	}

	@Test
	default void anUnknownJobIsNotFound() {
		submit("b");
		assertThat(fixture().inspector().find(TOPIC, "a")).isEmpty();
	}

	@Test
	default void aJobOfAnotherTopicIsNotFound() {
		submit(JobSpec.job("a").topic(OTHER_TOPIC));
		assertThat(fixture().inspector().find(TOPIC, "a")).isEmpty();
	}

	// Topics

	@Test
	default void anEmptyStoreHasNoTopics() {
		assertThat(fixture().inspector().topics()).isEmpty();
	}

	@Test
	default void aSubmitCreatesItsTopic() {
		submitAll(JobSpec.job("a"), JobSpec.job("a").topic(OTHER_TOPIC), JobSpec.job("b"));
		assertThat(fixture().inspector().topics()).containsExactlyInAnyOrder(TOPIC, OTHER_TOPIC);
	}

	@Test
	default void aReserveCreatesItsTopic() {
		reserve(request(1));
		assertThat(fixture().inspector().topics()).containsExactly(TOPIC);
	}

	@Test
	default void aTopicRemainsWhenItsJobsAreGone() {
		ack(givenReserved("a"));
		assertThat(fixture().inspector().topics()).containsExactly(TOPIC);
	}

	@Test
	default void readsDoNotCreateATopic() {
		fixture().inspector().find(TOPIC, "a");
		assertThat(fixture().inspector().topics()).isEmpty();
	}

	private void assertFound(JobState state, Instant time, @Nullable JobFailures failures) {
		StoredJob job = find("a");
		assertThat(job.topic()).isEqualTo(TOPIC);
		assertThat(job.id()).isEqualTo("a");
		assertThat(job.state()).isEqualTo(state);
		assertThat(job.time()).isEqualTo(time);
		assertThat(job.failures()).isEqualTo(failures);
		assertThat(payload("a")).isEqualTo("payload of a");
	}

}
