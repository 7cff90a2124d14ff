// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.delivery;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.store.ReservedJob;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Priorities: a high priority does not make a job ready early, and a job keeps its
 * priority.
 *
 * @since 0.1.0
 */
public interface PriorityContract extends StoreContract {

	@Test
	default void aJobOfAnyPriorityIsNotDeliveredBeforeItIsDue() {
		submitAll(JobSpec.job("low").priority(JobPriority.LOW),
				JobSpec.job("high").priority(JobPriority.HIGH).delay(MILLISECOND));
		assertThat(reserveIds(10)).containsExactly("low");
		advance(MILLISECOND);
		assertThat(reserveIds(10)).containsExactly("high");
	}

	@Test
	default void theNextEventIsTheEarliestDueTimeOfAnyPriority() {
		submitAll(JobSpec.job("a").priority(JobPriority.HIGH).delay(Duration.ofSeconds(3)),
				JobSpec.job("b").priority(JobPriority.NORMAL).delay(Duration.ofSeconds(2)),
				JobSpec.job("c").priority(JobPriority.LOW).delay(Duration.ofSeconds(1)));
		assertThat(reserve(10).nextEvent()).isEqualTo(Duration.ofSeconds(1));
		fixture().store().cancel(TOPIC, "c");
		assertThat(reserve(10).nextEvent()).isEqualTo(Duration.ofSeconds(2));
		fixture().store().cancel(TOPIC, "b");
		assertThat(reserve(10).nextEvent()).isEqualTo(Duration.ofSeconds(3));
	}

	@Test
	default void aJobIsFoundAndDeliveredWithItsPriority() {
		for (JobPriority priority : JobPriority.values()) {
			submit(JobSpec.job("a").priority(priority));
			assertThat(record("a").priority()).isEqualTo(priority);
			ReservedJob job = reserveOne();
			assertThat(job.record().priority()).isEqualTo(priority);
			assertThat(record("a").priority()).isEqualTo(priority);
			ack(job);
		}
	}

	@Test
	default void aJobOfEveryPriorityIsCancelled() {
		for (JobPriority priority : JobPriority.values()) {
			submit(JobSpec.job("a").priority(priority));
			assertThat(fixture().store().cancel(TOPIC, "a")).contains(JobState.READY);
			assertThat(reserve(10).jobs()).isEmpty();
		}
	}

}
