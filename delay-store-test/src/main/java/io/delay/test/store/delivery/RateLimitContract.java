// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.delivery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.Test;

import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.job.RateLimit;
import io.delay.store.ReserveMode;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rate limits: all consumers of a topic that have a rate limit share its permits, and
 * each delivery uses one.
 *
 * @since 0.1.0
 */
public interface RateLimitContract extends StoreContract {

	/**
	 * The time after which a permit is available again, with 10 per second.
	 */
	Duration INTERVAL = Duration.ofMillis(100);

	default ReserveRequest limited(String rateLimit, int limit) {
		return limited(rateLimit, limit, ReserveMode.PULL, 0);
	}

	default ReserveRequest limited(String rateLimit, int limit, ReserveMode mode, int failureAttempts) {
		return new ReserveRequest(TOPIC, TOKENS.next(), limit,
				new ReserveTerms(TTR, MAX_ATTEMPTS, failureAttempts, RateLimit.of(rateLimit)), mode);
	}

	default ReserveResult reserveLimited(int limit) {
		return reserve(limited("10/s", limit));
	}

	/**
	 * Submit more jobs than are delivered in a test, and use the permits that a new topic
	 * has at 10 per second.
	 */
	default void givenNoPermits() {
		submitMany(30);
		assertThat(reserveLimited(20).jobs()).hasSize(10);
	}

	default Duration nextEvent(ReserveResult result) {
		return Objects.requireNonNull(result.nextEvent(), "no next event");
	}

	default void assertPermits(String rateLimit, int expected) {
		assertThat(reserve(limited(rateLimit, 500)).jobs()).hasSize(expected);
	}

	@Test
	default void oneReserveDeliversAtMostTheJobsOfOneSecond() {
		submitMany(30);
		ReserveResult first = reserveLimited(20);
		assertThat(idsOf(first)).hasSize(10).startsWith("job-00000").endsWith("job-00009");
		assertThat(first.nextEvent()).isEqualTo(INTERVAL);
		assertThat(reserveLimited(20)).isEqualTo(new ReserveResult(List.of(), INTERVAL, List.of()));
	}

	@Test
	default void permitsBecomeAvailableOneByOne() {
		givenNoPermits();
		advance(INTERVAL.minusNanos(1000));
		ReserveResult early = reserveLimited(20);
		assertThat(early.jobs()).isEmpty();
		assertThat(early.nextEvent()).isEqualTo(Duration.ofNanos(1000));
		advance(Duration.ofNanos(1000));
		assertThat(reserveLimited(20).jobs()).hasSize(1);
		advance(INTERVAL.multipliedBy(3));
		assertThat(reserveLimited(20).jobs()).hasSize(3);
	}

	@Test
	default void theRateIsReachedAndNotExceeded() {
		submitMany(250);
		List<String> delivered = new ArrayList<>();
		Duration elapsed = Duration.ZERO;
		while (elapsed.compareTo(Duration.ofSeconds(20)) < 0) {
			ReserveResult result = reserveLimited(20);
			delivered.addAll(idsOf(result));
			advance(nextEvent(result));
			elapsed = elapsed.plus(nextEvent(result));
		}
		assertThat(elapsed).isEqualTo(Duration.ofSeconds(20));
		assertThat(delivered).hasSize(10 + 199).doesNotHaveDuplicates();
	}

	@Test
	default void permitsOfMoreThanOneSecondAreNotSaved() {
		givenNoPermits();
		advance(TTR.minus(MILLISECOND));
		assertPermits("10/s", 10);
	}

	@Test
	default void aSlowRateHasOnePermitAtATime() {
		submitMany(3);
		ReserveResult first = reserve(limited("7/m", 10));
		assertThat(first.jobs()).hasSize(1);
		assertThat(first.nextEvent()).isEqualTo(Duration.ofNanos(8_571_429_000L));
		advance(nextEvent(first).minusNanos(1000));
		assertPermits("7/m", 0);
		advance(Duration.ofNanos(1000));
		assertPermits("7/m", 1);
		advance(TTR);
		assertPermits("7/m", 1);
	}

	@Test
	default void frequentPermitsAreDeliveredTogether() {
		submitMany(300);
		assertThat(reserve(limited("200/s", 500)).jobs()).hasSize(200);
		Duration wait = nextEvent(reserve(limited("200/s", 500)));
		assertThat(wait).isBetween(Duration.ofMillis(10), INTERVAL);
		advance(wait.minus(MILLISECOND));
		assertPermits("200/s", 0);
		advance(MILLISECOND);
		assertPermits("200/s", (int) (wait.toMillis() / 5));
	}

	@Test
	default void unusedPermitsRemain() {
		submitMany(30);
		assertThat(reserveLimited(4).nextEvent()).isZero();
		assertThat(reserveLimited(4).jobs()).hasSize(4);
		ReserveResult last = reserveLimited(4);
		assertThat(last.jobs()).hasSize(2);
		assertThat(last.nextEvent()).isEqualTo(INTERVAL);
	}

	@Test
	default void theNextEventIsTheNextJobIfItIsLaterThanThePermit() {
		submitMany(9);
		submit("later", MINUTE);
		assertThat(reserveLimited(20).nextEvent()).isEqualTo(TTR);
		submit("a");
		assertThat(reserveLimited(20).nextEvent()).isEqualTo(INTERVAL);
	}

	@Test
	default void aTopicWithoutJobsHasNoNextEvent() {
		ReserveResult result = reserveLimited(1);
		assertThat(result).isEqualTo(new ReserveResult(List.of(), null, List.of()));
		assertPermits("10/s", 0);
		submitMany(20);
		assertPermits("10/s", 10);
	}

	@Test
	default void retriesUsePermits() {
		submit("a");
		for (int attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
			fail(reserveOne(limited("1/s", 1)), Duration.ZERO);
			assertPermits("1/s", 0);
			advance(Duration.ofSeconds(1));
		}
		assertThat(reserveOne(limited("1/s", 1)).terms().attempt()).isEqualTo(MAX_ATTEMPTS);
	}

	@Test
	default void redeliveriesAfterAnExpiredLeaseUsePermits() {
		submitMany(20);
		assertPermits("10/s", 10);
		advance(TTR);
		ReserveResult expired = reserveLimited(5);
		assertThat(expired.jobs()).hasSize(5).allMatch((job) -> job.terms().attempt() == 2);
		ReserveResult rest = reserveLimited(20);
		assertThat(rest.jobs()).hasSize(5).allMatch((job) -> job.terms().attempt() == 2);
		assertPermits("10/s", 0);
	}

	@Test
	default void failureHandlersUsePermits() {
		submit(JobSpec.job("a").maxAttempts(1));
		ReserveRequest first = limited("1/s", 1, ReserveMode.PULL, 2);
		fail(reserveOne(first), MINUTE);
		assertThat(reserve(limited("1/s", 1, ReserveMode.PULL, 2)).jobs()).isEmpty();
		advance(Duration.ofSeconds(1));
		assertThat(reserveOne(limited("1/s", 1, ReserveMode.PULL, 2)).terms().isFailureHandling()).isTrue();
	}

	@Test
	default void aConsumerWithARateLimitNeedsNoFailureHandler() {
		submit(JobSpec.job("a").maxAttempts(1));
		ReservedJob job = reserveOne(limited("1/s", 1));
		failUntilLeaseEnds(job);
		assertThat(status().count(JobState.FAILED)).isOne();
	}

	@Test
	default void isolatedJobsUsePermits() {
		submit("a");
		ReserveRequest request = limited("1/s", 1, ReserveMode.LISTEN_ISOLATED, 0);
		for (int stall = 0; stall < 2; stall++) {
			reportStart(reserveOne(request));
			advance(TTR);
			request = limited("1/s", 1, ReserveMode.LISTEN_ISOLATED, 0);
		}
		reserveOne(request);
		submit("b");
		assertThat(reserve(limited("1/s", 1, ReserveMode.LISTEN_ISOLATED, 0)).jobs()).isEmpty();
	}

	@Test
	default void aHandBackDoesNotReturnItsPermit() {
		submit("a");
		handBack(reserveOne(limited("1/s", 1)));
		assertPermits("1/s", 0);
		advance(Duration.ofSeconds(1));
		assertPermits("1/s", 1);
	}

	@Test
	default void jobsOfHighPriorityUsePermitsFirst() {
		givenNoPermits();
		submit(JobSpec.job("urgent").priority(JobPriority.HIGH));
		advance(INTERVAL);
		assertThat(idsOf(reserveLimited(20))).containsExactly("urgent");
	}

	@Test
	default void consumersWithoutARateLimitUseNoPermits() {
		submitMany(30);
		assertThat(reserve(15).jobs()).hasSize(15);
		assertPermits("10/s", 10);
		assertThat(reserve(15).jobs()).hasSize(5);
	}

	@Test
	default void topicsHaveTheirOwnPermits() {
		givenNoPermits();
		submit(JobSpec.job("other").topic(OTHER_TOPIC));
		assertThat(fixture().store()
			.reserve(new ReserveRequest(OTHER_TOPIC, TOKENS.next(), 10,
					new ReserveTerms(TTR, MAX_ATTEMPTS).limitedTo(RateLimit.of("10/s"))))
			.jobs()).hasSize(1);
	}

	@Test
	default void aPausedTopicHasNoNextPermit() {
		givenNoPermits();
		pause();
		assertThat(reserveLimited(20)).isEqualTo(new ReserveResult(List.of(), null, List.of()));
	}

	@Test
	default void aClockThatGoesBackAddsNoPermitsAndDelaysNoJob() {
		givenNoPermits();
		advance(MINUTE.multipliedBy(5).negated());
		submit("a");
		assertThat(reserveLimited(20)).isEqualTo(new ReserveResult(List.of(), INTERVAL, List.of()));
		advance(INTERVAL);
		assertPermits("10/s", 1);
	}

	@Test
	default void aSlowerRateDelaysAFasterOneByOneInterval() {
		submitMany(10);
		assertPermits("1/h", 1);
		assertThat(reserveLimited(20).nextEvent()).isEqualTo(INTERVAL);
		advance(INTERVAL);
		assertPermits("10/s", 1);
	}

}
