/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.test.store;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.delay.job.JobState;
import io.delay.store.JobFailures;
import io.delay.store.StoredJob;

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
	default void aJobWhoseLeaseHasRunOutIsFoundReserved() {
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
	default void anEmptyStoreKnowsNoTopic() {
		assertThat(fixture().inspector().topics()).isEmpty();
	}

	@Test
	default void aSubmitMakesItsTopicKnown() {
		submitAll(JobSpec.job("a"), JobSpec.job("a").topic(OTHER_TOPIC), JobSpec.job("b"));
		assertThat(fixture().inspector().topics()).containsExactlyInAnyOrder(TOPIC, OTHER_TOPIC);
	}

	@Test
	default void aReserveMakesItsTopicKnown() {
		reserve(request(1));
		assertThat(fixture().inspector().topics()).containsExactly(TOPIC);
	}

	@Test
	default void aTopicStaysKnownWhenItsJobsAreGone() {
		ack(givenReserved("a"));
		assertThat(fixture().inspector().topics()).containsExactly(TOPIC);
	}

	@Test
	default void lookingMakesNoTopicKnown() {
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
