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

package io.delay.listener;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(10)
class OutageTests {

	private final RecordedLog log = new RecordedLog(Outage.class);

	private final Outage store = Outage.ofStore("reserve jobs of topic 'orders'", RetryPause.ofReserves());

	@AfterEach
	void stopRecording() {
		this.log.close();
	}

	@Test
	void warningSaysWhatTheFailureSaysAndNamesTheRootCause() {
		this.store.failed(new QueryTimeoutException("Redis gave no reply within 10000 ms", new TimeoutException()));
		assertThat(this.log.messages(Level.WARN))
			.containsExactly("Cannot reserve jobs of topic 'orders', trying again until the store answers: "
					+ "Redis gave no reply within 10000 ms (java.util.concurrent.TimeoutException)");
	}

	@Test
	void rootCauseThatSaysNothingMoreIsLeftOut() {
		this.store.failed(new DataAccessResourceFailureException("Redis refused the command: ERR no",
				new IllegalStateException("ERR no")));
		assertThat(this.log.messages(Level.WARN)).singleElement().asString().endsWith(": ERR no");
	}

	@Test
	void failureWithoutAMessageIsNamedByItsClass() {
		this.store.failed(new DataAccessResourceFailureException(null));
		assertThat(this.log.messages(Level.WARN)).singleElement()
			.asString()
			.endsWith(": " + DataAccessResourceFailureException.class.getName());
	}

	@Test
	void causesInACircleHaveAnEnd() {
		Exception cause = new IllegalStateException("circle");
		cause.initCause(new IllegalStateException("circle", cause));
		this.store.failed(new DataAccessResourceFailureException("away", cause));
		assertThat(this.log.messages(Level.WARN)).hasSize(1);
	}

	@Test
	void outageIsWarnedOfOnceUntilItIsOver() {
		this.store.failed(new DataAccessResourceFailureException("away"));
		this.store.failed(new DataAccessResourceFailureException("away"));
		assertThat(this.log.messages(Level.WARN)).hasSize(1);
		this.store.over();
		this.store.failed(new DataAccessResourceFailureException("away"));
		assertThat(this.log.messages(Level.WARN)).hasSize(2);
	}

	@Test
	void unexpectedFailureThatCannotBeReadIsNamedByItsClass() {
		this.store.failed(new UnreadableException());
		assertThat(this.log.messages(Level.ERROR)).singleElement()
			.asString()
			.contains("Cannot reserve jobs of topic 'orders'", UnreadableException.class.getName());
	}

	@Test
	void executorThatRefusesJobsIsWarnedOfOnceAndSaysWhatToDo() {
		Outage workers = Outage.ofWorkers("orders", RetryPause.ofReserves());
		workers.failed(new RejectedExecutionException("full"));
		workers.failed(new OutOfMemoryError("unable to create native thread"));
		assertThat(this.log.messages(Level.WARN)).singleElement()
			.asString()
			.contains("topic 'orders'", "as many threads", "RejectedExecutionException: full");
		assertThat(this.log.messages(Level.ERROR)).isEmpty();
	}

}
