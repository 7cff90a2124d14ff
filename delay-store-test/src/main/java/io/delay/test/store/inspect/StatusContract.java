// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.inspect;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.store.admin.TopicStatus;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The status of a topic: the number of jobs in each state, and how long the oldest ready
 * job has been ready.
 *
 * @since 0.1.0
 */
public interface StatusContract extends StoreContract {

	@Test
	default void everyStateIsCounted() {
		givenFailed("a");
		givenReserved("b");
		givenReserved("c");
		submitMany(3);
		givenDelayed("d");
		submit(JobSpec.job("e").topic(OTHER_TOPIC));
		assertThat(status().counts()).containsExactlyInAnyOrderEntriesOf(
				Map.of(JobState.DELAYED, 1L, JobState.READY, 3L, JobState.RESERVED, 2L, JobState.FAILED, 1L));
	}

	@Test
	default void jobsOfAllPrioritiesAreCounted() {
		for (JobPriority priority : JobPriority.values()) {
			submitAll(JobSpec.job("ready-" + priority).priority(priority),
					JobSpec.job("delayed-" + priority).priority(priority).delay(MINUTE));
		}
		assertThat(count(JobState.READY)).isEqualTo(3);
		assertThat(count(JobState.DELAYED)).isEqualTo(3);
	}

	@Test
	default void aJobCountsAsReadyFromItsDueTime() {
		givenDelayed("a");
		advance(MINUTE.minus(Duration.ofNanos(1000)));
		assertThat(count(JobState.DELAYED)).isEqualTo(1);
		assertThat(status().oldestReady()).isNull();
		advance(Duration.ofNanos(1000));
		assertThat(count(JobState.READY)).isEqualTo(1);
		assertThat(count(JobState.DELAYED)).isZero();
		assertThat(status().oldestReady()).isZero();
	}

	@Test
	default void aJobWhoseLeaseHasExpiredCountsAsReserved() {
		givenRunOut("a");
		assertThat(count(JobState.RESERVED)).isEqualTo(1);
		assertThat(count(JobState.READY)).isZero();
		assertThat(status().oldestReady()).isNull();
	}

	@Test
	default void theJobsOfOneStateAreCounted() {
		givenDelayed("a");
		givenRunOut("b");
		for (JobState state : JobState.values()) {
			assertThat(fixture().inspector().count(TOPIC, state)).isEqualTo(count(state));
		}
		assertThat(fixture().inspector().count(TOPIC, JobState.DELAYED)).isEqualTo(1);
		assertThat(fixture().inspector().count("unknown", JobState.DELAYED)).isZero();
	}

	@Test
	default void anUnknownTopicCountsZeroForEveryState() {
		assertThat(fixture().inspector().status("unknown")).usingRecursiveComparison()
			.ignoringFields("partitionBytes")
			.isEqualTo(new TopicStatus(
					Map.of(JobState.DELAYED, 0L, JobState.READY, 0L, JobState.RESERVED, 0L, JobState.FAILED, 0L), null,
					null, 0, 0));
	}

	@Test
	default void theOldestReadyJobWaitsSinceItsDueTime() {
		submit("a", MINUTE);
		submit("b", TTR);
		advance(MINUTE.plusSeconds(1));
		assertThat(status().oldestReady()).isEqualTo(Duration.ofSeconds(31));
		String first = reserveIds(1).get(0);
		assertThat(first).isIn(fixture().isPartitioned() ? List.of("a", "b") : List.of("b"));
		assertThat(status().oldestReady()).isEqualTo(Duration.ofSeconds(first.equals("b") ? 1 : 31));
		reserve(1);
		assertThat(status().oldestReady()).isNull();
	}

	@Test
	default void theOldestReadyJobCanHaveAnyPriority() {
		for (JobPriority priority : JobPriority.values()) {
			submit(JobSpec.job("oldest").priority(priority));
			advance(Duration.ofSeconds(1));
			for (JobPriority other : JobPriority.values()) {
				submit(JobSpec.job(other.name()).priority(other));
			}
			advance(Duration.ofSeconds(1));
			assertThat(status().oldestReady()).as(priority.name()).isEqualTo(Duration.ofSeconds(2));
			administrator().purge(TOPIC, JobState.READY, 10);
		}
	}

	@Test
	default void aPausedTopicHasAnOldestReadyJob() {
		givenReady("a");
		pause();
		advance(MINUTE);
		assertThat(status().oldestReady()).isEqualTo(MINUTE);
		assertThat(status().paused()).isTrue();
	}

	@Test
	default void aStatusDoesNotCreateATopic() {
		status();
		assertThat(fixture().inspector().topics()).isEmpty();
	}

}
