// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.support;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import ch.qos.logback.classic.Level;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;

import io.delay.listener.BackoffPolicy;
import io.delay.listener.ContainerFixture;
import io.delay.listener.RecordedLog;
import io.delay.listener.UnreadableException;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.execute.FailurePolicy;
import io.delay.support.FailureLog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.awaitility.Awaitility.await;

/**
 * How much is logged when many jobs fail.
 */
@Timeout(30)
class JobFailureLogTests {

	private final ContainerFixture fixture = new ContainerFixture();

	private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);

	private final JobFailureLog failures = new JobFailureLog(ContainerFixture.endpoint(), this.now::get);

	private final RecordedLog log = new RecordedLog(FailurePolicy.class);

	private final RecordedLog omitted = new RecordedLog(JobFailureLog.class);

	private final FailureLog target = new FailureLog(LogFactory.getLog(FailurePolicy.class));

	@AfterEach
	void stopContainers() {
		this.fixture.close();
		this.log.close();
		this.omitted.close();
	}

	private void fail(int jobs) {
		for (int i = 0; i < jobs; i++) {
			this.failures.warn(this.target, "Job " + i + " failed", new IllegalStateException("broken " + i));
		}
	}

	private void pass(Duration time) {
		this.now.addAndGet(time.toNanos());
	}

	@Test
	void outagesOfTheStoreAreLoggedWithoutTheirStackTraces() {
		DataAccessResourceFailureException outage = new DataAccessResourceFailureException("unreachable");
		this.log.setLevel(Level.INFO);
		this.failures.warnOfCall(this.target, "Job 1 failed", outage);
		assertThat(this.log.text()).contains("Job 1 failed: " + outage).doesNotContain("\tat ");
		this.failures.warnOfCall(this.target, "Job 2 failed", new IllegalStateException("broken"));
		assertThat(this.log.text()).contains("\tat ");
	}

	@Test
	void aHandlerThatFailsLikeAStoreLeavesItsStackTrace() {
		this.failures.warn(this.target, "Job 1 failed", new QueryTimeoutException("slow"));
		this.failures.warnOfBurial(this.target, "Job 2 is buried", new QueryTimeoutException("x".repeat(100_000)));
		assertThat(this.log.text()).contains("Job 1 failed\n", "\tat ").hasSizeLessThan(50_000);
	}

	@Test
	void equalFailuresOfManyJobsLeaveOneStackTraceAndOneLineWithTheirNumber() {
		AtomicInteger handled = new AtomicInteger();
		DelayListenerContainer container = this.fixture.start(
				ContainerFixture.settings().maxAttempts(1000).backoff(BackoffPolicy.fixed(Duration.ZERO)),
				(job, context) -> {
					if (handled.incrementAndGet() <= 300) {
						throw new IllegalStateException("broken");
					}
				});
		this.fixture.submit(100);
		await().until(() -> this.log.messages(Level.DEBUG).size() + this.log.messages(Level.WARN).size() == 300);
		container.stop();
		assertThat(this.log.messages(Level.WARN)).singleElement().asString().startsWith("Attempt 1 of 1000 failed");
		assertThat(this.omitted.messages(Level.WARN)).singleElement()
			.asString()
			.contains("listener-1", "299 more failures", "topic 'orders'", IllegalStateException.class.getName(),
					"JobFailureLogTests");
	}

	@Test
	void eachJobThatIsBuriedHasItsOwnLine() {
		this.log.setLevel(Level.INFO);
		DelayListenerContainer container = this.fixture.start(
				ContainerFixture.settings().concurrency(1).maxAttempts(2).backoff(BackoffPolicy.fixed(Duration.ZERO)),
				(job, context) -> {
					throw new IllegalStateException("broken");
				});
		List.of("a", "b", "c").forEach(this.fixture::submit);
		await().until(() -> this.log.messages(Level.WARN).size() >= 4);
		container.stop();
		assertThat(this.log.messages(Level.WARN)).filteredOn((line) -> line.startsWith("Attempt 1 of 2")).hasSize(1);
		List<String> burials = this.log.messages(Level.WARN)
			.stream()
			.filter((line) -> line.startsWith("Attempt 2 of 2"))
			.toList();
		assertThat(burials).hasSize(3).allMatch((line) -> line.contains(" failed; job '"));
		assertThat(burials.get(0)).endsWith("of topic 'orders' is buried");
		assertThat(burials.subList(1, 3)).allMatch((line) -> line
			.contains("of topic 'orders' is buried: " + IllegalStateException.class.getName() + " at "));
		assertThat(this.log.text().split("broken", -1)).as("stack traces").hasSize(3);
		assertThat(this.omitted.messages(Level.WARN)).singleElement().asString().contains("2 more failures");
	}

	@Test
	void eachOmittedFailureIsLoggedAtDebugWithItsStackTrace() {
		fail(3);
		assertThat(this.log.text()).contains("Job 1 failed", "broken 1", "Job 2 failed", "broken 2");
	}

	@Test
	void appenderThatThrowsDoesNotAffectJobs() {
		fail(2);
		this.failures.warn(this.target, "Another kind", new IllegalArgumentException());
		pass(Duration.ofMinutes(1));
		this.omitted.refuse();
		assertThatNoException().isThrownBy(this.failures::logOmitted);
		fail(2);
		assertThatNoException().isThrownBy(this.failures::close);
		assertThat(this.log.messages(Level.WARN)).containsExactly("Job 0 failed", "Another kind", "Job 0 failed");
	}

	@Test
	void eachMinuteHasAStackTraceAndReportsHowManyWereOmitted() {
		fail(10);
		pass(Duration.ofSeconds(59));
		fail(10);
		this.failures.logOmitted();
		assertThat(this.log.messages(Level.WARN)).containsExactly("Job 0 failed");
		assertThat(this.omitted.messages(Level.WARN)).isEmpty();
		pass(Duration.ofSeconds(2));
		fail(1);
		assertThat(this.omitted.messages(Level.WARN)).singleElement().asString().contains("19 more", "61 s ago");
		assertThat(this.log.messages(Level.WARN)).hasSize(2);
		pass(Duration.ofMinutes(1));
		this.failures.logOmitted();
		assertThat(this.omitted.messages(Level.WARN)).hasSize(1);
	}

	@Test
	void numberIsReportedEvenIfNoFurtherJobFails() {
		fail(3);
		pass(Duration.ofMinutes(1));
		this.failures.logOmitted();
		assertThat(this.omitted.messages(Level.WARN)).singleElement().asString().contains("2 more failures");
	}

	@Test
	void otherClassesAndOtherPlacesHaveTheirOwnStackTraces() {
		fail(2);
		this.failures.warn(this.target, "Another class", new IllegalArgumentException());
		this.failures.warn(this.target, "Another place", new IllegalStateException("broken 1"));
		assertThat(this.log.messages(Level.WARN)).containsExactly("Job 0 failed", "Another class", "Another place");
	}

	@Test
	void tooManyKindsAreCountedTogether() {
		for (int i = 0; i < 250; i++) {
			IllegalStateException failure = new IllegalStateException();
			failure.setStackTrace(new StackTraceElement[] { new StackTraceElement("Handler", "handle", null, i) });
			this.failures.warn(this.target, "Job failed", failure);
		}
		assertThat(this.log.messages(Level.WARN)).hasSize(101);
		this.failures.close();
		assertThat(this.omitted.messages(Level.WARN)).singleElement().asString().contains("149 more", "further kinds");
	}

	@Test
	void failureThatCannotBeReadIsCountedToo() {
		for (int i = 1; i <= 2; i++) {
			this.failures.warn(this.target, "Job " + i + " failed", new UnreadableException());
		}
		assertThat(this.log.messages(Level.WARN)).singleElement()
			.asString()
			.contains("Job 1 failed", UnreadableException.class.getName());
	}

}
