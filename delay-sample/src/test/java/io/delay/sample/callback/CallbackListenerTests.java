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

package io.delay.sample.callback;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import io.delay.boot.test.AutoConfigureDelay;
import io.delay.boot.test.DelayTester;
import io.delay.boot.test.JobRun;
import io.delay.observation.JobOutcome;

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
