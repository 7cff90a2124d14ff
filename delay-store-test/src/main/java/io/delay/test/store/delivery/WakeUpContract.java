// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.delivery;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobPriority;
import io.delay.job.SubmitStatus;
import io.delay.store.JobStore;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.WakeUpSubscription;
import io.delay.test.store.JobSpec;
import io.delay.test.store.RecordedWakeUps;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Wake-ups: a consumer sleeps until the next event that its reserve announced, and is
 * notified of every earlier event.
 *
 * @since 0.1.0
 */
public interface WakeUpContract extends StoreContract {

	/**
	 * A delay that is shorter than the TTR and any other delay in these tests.
	 */
	Duration SOON = Duration.ofSeconds(10);

	@Test
	default void aNewSubscriberIsWokenAtOnce() {
		submit("a", MINUTE);
		// Waits for the first wake-up
		subscribe().close();
	}

	@Test
	default void aSubmitOfAReadyJobWakesConsumers() {
		try (RecordedWakeUps sleeper = sleep()) {
			submit("a");
			sleeper.assertImmediateWakeUp();
		}
	}

	@Test
	default void aSubmitOfADelayedJobPublishesItsDueTime() {
		try (RecordedWakeUps sleeper = sleep()) {
			submit("a", SOON);
			sleeper.assertWakeUp(SOON);
		}
	}

	@Test
	default void aBatchPublishesItsEarliestDueTime() {
		try (RecordedWakeUps sleeper = sleep()) {
			submitAll(JobSpec.job("a").delay(MINUTE), JobSpec.job("b").delay(SOON), JobSpec.job("c").delay(TTR));
			sleeper.assertWakeUp(SOON);
		}
	}

	@Test
	default void aSubmitWithTheEarliestDueTimeWakesConsumers() {
		submit("a", MINUTE);
		try (RecordedWakeUps sleeper = sleep()) {
			submit("b", SOON);
			sleeper.assertWakeUp(SOON);
		}
	}

	@Test
	default void aReplacementWithAnEarlierDueTimeWakesConsumers() {
		submit("a", MINUTE);
		try (RecordedWakeUps sleeper = sleep()) {
			submit(JobSpec.job("a").delay(SOON).onConflict(ConflictPolicy.REPLACE));
			sleeper.assertWakeUp(SOON);
		}
	}

	@Test
	default void aReplacementOfAFailedJobWakesConsumers() {
		givenFailed("a");
		try (RecordedWakeUps sleeper = sleep()) {
			submit(JobSpec.job("a").onConflict(ConflictPolicy.REPLACE));
			sleeper.assertImmediateWakeUp();
		}
	}

	@Test
	default void aRescheduleToAnEarlierTimeWakesConsumers() {
		submit("a", MINUTE);
		try (RecordedWakeUps sleeper = sleep()) {
			fixture().store().reschedule(TOPIC, "a", DueTime.after(SOON));
			sleeper.assertWakeUp(SOON);
		}
	}

	@Test
	default void aReleaseWithoutDelayWakesConsumers() {
		ReservedJob job = givenReserved("a");
		try (RecordedWakeUps sleeper = sleep()) {
			release(job, Duration.ZERO);
			sleeper.assertImmediateWakeUp();
		}
	}

	@Test
	default void aReleaseBeforeTheDeadlinePublishesItsTime() {
		ReservedJob job = givenReserved("a");
		try (RecordedWakeUps sleeper = sleep()) {
			release(job, SOON);
			sleeper.assertWakeUp(SOON);
		}
	}

	@Test
	default void aResubmitBeforeTheDeadlinePublishesItsTime() {
		ReservedJob job = givenReserved("a");
		try (RecordedWakeUps sleeper = sleep()) {
			resubmit(job, "next", SOON);
			sleeper.assertWakeUp(SOON);
		}
	}

	@Test
	default void aFailureWithADelayBeforeTheDeadlinePublishesItsTime() {
		ReservedJob job = givenReserved("a");
		try (RecordedWakeUps sleeper = sleep()) {
			fail(job, SOON);
			sleeper.assertWakeUp(SOON);
		}
	}

	@Test
	default void aJobForAFailureHandlerWakesConsumers() {
		submit("a");
		submit("b");
		ReserveRequest request = new ReserveRequest(TOPIC, TOKENS.next(), 10, new ReserveTerms(TTR, 1, 1));
		List<ReservedJob> jobs = reserve(request).jobs();
		try (RecordedWakeUps sleeper = sleep()) {
			fail(jobs.get(0), MINUTE);
			sleeper.assertImmediateWakeUp();
		}
		try (RecordedWakeUps sleeper = sleep()) {
			bury(jobs.get(1));
			sleeper.assertImmediateWakeUp();
		}
	}

	@Test
	default void aHandBackWakesConsumers() {
		ReservedJob job = givenReserved("a");
		try (RecordedWakeUps sleeper = sleep()) {
			fixture().store().handBack(TOPIC, job.lease().token());
			sleeper.assertImmediateWakeUp();
		}
	}

	@Test
	default void aKickWakesConsumers() {
		givenFailed("a");
		try (RecordedWakeUps sleeper = sleep()) {
			kick("a", DueTime.NOW);
			sleeper.assertImmediateWakeUp();
		}
	}

	@Test
	default void aKickWithADelayPublishesItsTime() {
		givenFailed("a");
		try (RecordedWakeUps sleeper = sleep()) {
			kick("a", DueTime.after(SOON));
			sleeper.assertWakeUp(SOON);
		}
	}

	@Test
	default void aKickOfTheOldestWakesConsumers() {
		givenFailed("a");
		try (RecordedWakeUps sleeper = sleep()) {
			administrator().kickOldest(TOPIC, 1, DueTime.after(SOON));
			sleeper.assertWakeUp(SOON);
		}
	}

	@Test
	default void aSubmitOfAnyPriorityWakesConsumers() {
		for (JobPriority priority : JobPriority.values()) {
			try (RecordedWakeUps sleeper = sleep()) {
				submit(JobSpec.job("a").priority(priority).delay(SOON));
				sleeper.assertWakeUp(SOON);
			}
			fixture().store().cancel(TOPIC, "a");
		}
	}

	@Test
	default void aReservePublishesItsDeadlineIfNoConsumerWakesBefore() {
		submit("a", SOON);
		try (RecordedWakeUps sleeper = sleep()) {
			// The consumer should have reserved after ten seconds but did not
			advance(SOON.plusSeconds(2));
			assertThat(reserveIds(1)).containsExactly("a");
			sleeper.assertWakeUp(TTR);
		}
	}

	@Test
	default void aWakeUpHasARelativeTime() {
		try (RecordedWakeUps sleeper = sleep()) {
			advance(MINUTE);
			submit(JobSpec.job("a").at(now().plus(SOON)));
			sleeper.assertWakeUp(SOON);
		}
	}

	@Test
	default void everySubscriberIsWoken() {
		try (RecordedWakeUps one = sleep(); RecordedWakeUps other = sleep()) {
			submit("a");
			one.assertImmediateWakeUp();
			other.assertImmediateWakeUp();
		}
	}

	@Test
	default void aTopicIsNotWokenByAnother() {
		try (RecordedWakeUps sleeper = sleep()) {
			submit(JobSpec.job("a").topic(OTHER_TOPIC));
			submit("b", SOON);
			sleeper.assertWakeUp(SOON);
			assertThat(sleeper.received()).doesNotContain(Duration.ZERO);
		}
	}

	@Test
	default void aClosedSubscriptionIsNotWoken() {
		RecordedWakeUps closed = subscribe();
		closed.close();
		try (RecordedWakeUps sleeper = sleep()) {
			submit("a");
			sleeper.assertImmediateWakeUp();
			assertThat(closed.received()).isEmpty();
		}
	}

	@Test
	default void aSubscriptionCanBeClosedTwice() {
		WakeUpSubscription subscription = fixture().store().subscribe(TOPIC, (delay) -> {
		});
		subscription.close();
		subscription.close();
	}

	@Test
	default void exceptionOfAListenerDoesNotAffectOtherListeners() {
		JobStore store = fixture().store();
		try (WakeUpSubscription thrower = store.subscribe(TOPIC, this::refuse); RecordedWakeUps sleeper = sleep()) {
			assertThat(submit("a").status()).isEqualTo(SubmitStatus.CREATED);
			sleeper.assertImmediateWakeUp();
		}
	}

	private RecordedWakeUps subscribe() {
		return RecordedWakeUps.of(fixture().store(), TOPIC);
	}

	/**
	 * Subscribe and find no ready job, as a consumer does before it sleeps.
	 * @return the sleeper
	 */
	private RecordedWakeUps sleep() {
		RecordedWakeUps sleeper = subscribe();
		assertThat(reserve(10).jobs()).isEmpty();
		return sleeper;
	}

	private void refuse(Duration delay) {
		throw new IllegalStateException("A listener that throws");
	}

}
