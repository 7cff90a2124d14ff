// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.callback;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import io.delay.boot.test.AutoConfigureDelay;
import io.delay.boot.test.DelayTester;
import io.delay.boot.test.JobRun;
import io.delay.observation.JobOutcome;
import io.delay.sample.callback.CallbackListener.TriedCallback;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CallbackListener} that neither need Redis nor wait.
 */
@SpringBootTest(properties = "spring.data.redis.port=1")
@AutoConfigureDelay
class CallbackListenerTests {

	@Autowired
	private DelayTester delay;

	@Autowired
	private CallbackController callbacks;

	@Test
	void callbackIsRepeatedUntilThePartnerAnswers() {
		String id = this.callbacks.submit(new PaymentCallback("paid")).id();
		assertThat(this.delay.runDue(CallbackListener.TOPIC)).extracting(JobRun::outcome)
			.containsExactly(JobOutcome.RETRIED);
		assertThat(this.delay).topic(CallbackListener.TOPIC).hasJob(id).dueIn(Duration.ofSeconds(2));
		assertThat(this.delay.advance(Duration.ofMinutes(1))).extracting(JobRun::outcome)
			.containsExactly(JobOutcome.RETRIED, JobOutcome.ACKED);
		assertThat(this.callbacks.tried()).contains(new TriedCallback(id, "paid", 3, true));
	}

	@Test
	void callbackThatIsNeverAnsweredFails() {
		this.callbacks.submit(new PaymentCallback(CallbackListener.NEVER));
		this.delay.runDue(CallbackListener.TOPIC);
		assertThat(this.delay.advance(Duration.ofMinutes(1))).extracting(JobRun::outcome)
			.containsExactly(JobOutcome.RETRIED, JobOutcome.RETRIED, JobOutcome.RETRIED, JobOutcome.FAILED);
	}

}
