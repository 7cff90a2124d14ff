// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.support;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;

import io.delay.listener.RecordedLog;
import io.delay.listener.ReserveOutage;
import io.delay.listener.UnreadableException;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(10)
class OutageLogTests {

	private final RecordedLog log = new RecordedLog(OutageLog.class);

	private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);

	private final OutageLog store = OutageLog.ofStore("reserve jobs of topic 'orders'", RetryPause.ofReserves(),
			this.now::get);

	@AfterEach
	void stopRecording() {
		this.log.close();
	}

	@Test
	void warningContainsTheMessageOfTheFailureAndNamesTheRootCause() {
		this.store.failed(new QueryTimeoutException("Redis gave no reply within 10000 ms", new TimeoutException()));
		assertThat(this.log.messages(Level.WARN))
			.containsExactly("Cannot reserve jobs of topic 'orders'; retrying until the store answers: "
					+ "Redis gave no reply within 10000 ms (java.util.concurrent.TimeoutException)");
	}

	@Test
	void rootCauseWithoutFurtherInformationIsOmitted() {
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
	void warningOfCausesThatFormACycleEnds() {
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
	void unexpectedFailureHasOneStackTraceAndThenALineAMinuteUntilItIsOver() {
		for (int second = 0; second < 150; second++) {
			this.store.failed(new IllegalStateException("Topic 'orders' has 1 partition, not 4"));
			this.now.addAndGet(Duration.ofSeconds(1).toNanos());
		}
		assertThat(this.log.messages(Level.ERROR)).containsExactly(
				"Unexpected failure. Cannot reserve jobs of topic 'orders'; retrying until the store answers");
		assertThat(this.log.messages(Level.WARN)).hasSize(2)
			.last()
			.asString()
			.contains("failed 121 times in 120 s", "Topic 'orders' has 1 partition, not 4");
		this.store.over();
		this.store.over();
		assertThat(this.log.messages(Level.INFO)).singleElement().asString().contains("answers again", "150 failures");
	}

	@Test
	void unexpectedFailureOfAnotherKindHasItsOwnStackTrace() {
		for (int i = 0; i < 10; i++) {
			this.store.failed(new IllegalStateException("one"));
			this.store.failed(new IllegalArgumentException("two"));
		}
		assertThat(this.log.messages(Level.ERROR)).hasSize(2);
	}

	@Test
	void currentOutageHasItsStartAndItsReason() {
		assertThat(this.store.current()).isNull();
		this.store.failed(new DataAccessResourceFailureException("away"));
		this.now.addAndGet(Duration.ofSeconds(5).toNanos());
		this.store.failed(new IllegalStateException("broken"));
		assertThat(this.store.current())
			.isEqualTo(new ReserveOutage(Duration.ofSeconds(5), 2, "java.lang.IllegalStateException: broken"));
		this.store.failed(new UnreadableException());
		assertThat(this.store.current().reason()).startsWith(UnreadableException.class.getName());
		this.store.over();
		assertThat(this.store.current()).isNull();
	}

	@Test
	void unexpectedFailureThatCannotBeReadIsNamedByItsClass() {
		this.store.failed(new UnreadableException());
		assertThat(this.log.messages(Level.ERROR)).singleElement()
			.asString()
			.contains("Cannot reserve jobs of topic 'orders'", UnreadableException.class.getName());
	}

	@Test
	void warningOfAnExecutorThatRefusesJobsIsLoggedOnceWithARemedy() {
		OutageLog workers = OutageLog.ofWorkers("orders", RetryPause.ofReserves());
		workers.failed(new RejectedExecutionException("full"));
		workers.failed(new OutOfMemoryError("unable to create native thread"));
		assertThat(this.log.messages(Level.WARN)).singleElement()
			.asString()
			.contains("topic 'orders'", "as many threads", "RejectedExecutionException: full");
		assertThat(this.log.messages(Level.ERROR)).isEmpty();
	}

}
