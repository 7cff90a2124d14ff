// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.admin;

import java.time.Duration;
import java.util.List;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import io.delay.job.JobState;
import io.delay.job.SubmitStatus;
import io.delay.store.ConsumerOrigin;
import io.delay.store.ConsumerRegistration;
import io.delay.store.ConsumerTerms;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.Settlement;
import io.delay.store.admin.ForgetResult;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Forget: which topics can be forgotten, and what happens to their data.
 *
 * @since 0.1.0
 */
public interface ForgetContract extends StoreContract {

	@Test
	default void anEmptyTopicIsForgottenOnce() {
		submit("a");
		fixture().store().cancel(TOPIC, "a");
		assertThat(fixture().inspector().topics()).containsExactly(TOPIC);
		ForgetResult result = administrator().forget(TOPIC);
		assertThat(result.forgotten()).isTrue();
		assertThat(result.found().isUnused()).isTrue();
		assertThat(fixture().inspector().topics()).isEmpty();
		assertThat(administrator().forget(TOPIC)).isEqualTo(new ForgetResult(false, status()));
		assertThat(status().isUnused()).isTrue();
	}

	@Test
	default void anUnknownTopicIsNotForgotten() {
		assertThat(administrator().forget("unknown").forgotten()).isFalse();
		assertThat(fixture().inspector().topics()).isEmpty();
	}

	@Test
	default void aTopicWithAJobInAnyStateIsNotForgotten() {
		submit("a", MINUTE);
		assertRefused(JobState.DELAYED);
		advance(MINUTE);
		assertRefused(JobState.READY);
		ReservedJob job = reserveOne();
		assertRefused(JobState.RESERVED);
		fixture().store().settle(List.of(new Settlement.Bury(job.lease(), REASON)));
		assertRefused(JobState.FAILED);
		administrator().purge(TOPIC, JobState.FAILED, 10);
		assertThat(administrator().forget(TOPIC).forgotten()).isTrue();
	}

	private void assertRefused(JobState state) {
		ForgetResult result = administrator().forget(TOPIC);
		assertThat(result).isEqualTo(new ForgetResult(false, status()));
		assertThat(result.found().count(state)).isOne();
		assertThat(fixture().inspector().topics()).containsExactly(TOPIC);
	}

	@Test
	default void aTopicWithAConsumerIsNotForgotten() {
		reserve(10);
		fixture().store()
			.announce(new ConsumerRegistration(TOPIC, "host/1", new ConsumerOrigin("shop", "host", "closer"),
					new ConsumerTerms(1, new ReserveTerms(TTR, 3))));
		awaitConsumers(1);
		ForgetResult result = administrator().forget(TOPIC);
		assertThat(result.forgotten()).isFalse();
		assertThat(result.found().consumers()).isOne();
		fixture().store().withdraw(TOPIC, "host/1");
		awaitConsumers(0);
		assertThat(administrator().forget(TOPIC).forgotten()).isTrue();
	}

	private void awaitConsumers(int count) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(5))
			.pollInterval(Duration.ofMillis(5))
			.until(() -> status().consumers() == count);
	}

	@Test
	default void aForgottenTopicCanBeUsedAgain() {
		submit(JobSpec.job("a"));
		administrator().purge(TOPIC, JobState.READY, 10);
		pause();
		assertThat(administrator().forget(TOPIC).forgotten()).isTrue();
		assertThat(status().pause()).isNull();
		assertThat(reserve(10).jobs()).isEmpty();
		assertThat(fixture().inspector().topics()).containsExactly(TOPIC);
		assertThat(submit("a").status()).isEqualTo(SubmitStatus.CREATED);
		assertThat(status().pause()).isNull();
		assertThat(reserveIds(10)).containsExactly("a");
	}

	@Test
	default void aRefusedForgetKeepsThePause() {
		submit("a");
		pause();
		assertThat(administrator().forget(TOPIC).forgotten()).isFalse();
		assertThat(status().pause()).isNotNull();
	}

	@Test
	default void jobsSubmittedWhileTheirTopicIsForgottenAreNotLost() throws Exception {
		int forgets = 20;
		ForgetRace race = new ForgetRace(4, this::status, this::submitAndCancel,
				() -> administrator().forget(TOPIC).forgotten());
		assertThat(race.run(forgets)).isEqualTo(forgets);
		submit("last");
		assertThat(fixture().inspector().topics()).containsExactly(TOPIC);
	}

	private void submitAndCancel(String id) {
		submit(id);
		assertThat(fixture().inspector().topics()).contains(TOPIC);
		assertThat(fixture().store().cancel(TOPIC, id)).contains(JobState.READY);
	}

}
