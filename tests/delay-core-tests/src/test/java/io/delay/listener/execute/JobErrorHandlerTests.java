// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.job.JobState;
import io.delay.listener.ContainerFixture;
import io.delay.listener.JobContext;
import io.delay.listener.JobErrorDecision;
import io.delay.listener.JobErrorHandler;
import io.delay.listener.JobHandler;
import io.delay.listener.RecordedLog;
import io.delay.listener.UnprocessableJobException;
import io.delay.store.StoredJob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What error handlers can do to a job whose handler threw an exception.
 */
@Timeout(30)
class JobErrorHandlerTests {

	private final BlockingQueue<Object> asked = new LinkedBlockingQueue<>();

	private final ContainerFixture fixture = new ContainerFixture();

	@AfterEach
	void stop() {
		this.fixture.close();
	}

	private void start(JobHandler handler, JobErrorHandler... errorHandlers) {
		this.fixture.watch((options) -> options.withErrorHandlers(List.of(errorHandlers)));
		this.fixture.start(ContainerFixture.settings().maxAttempts(2), handler);
		this.fixture.submit("a");
	}

	private static void fail(Object job, JobContext context) throws Exception {
		throw new ExecutionException(new IllegalStateException("no luck"));
	}

	private JobErrorHandler answer(JobErrorDecision decision) {
		return (context, failure) -> {
			this.asked.add(context.id() + " " + context.attempt() + " " + failure.getMessage());
			return decision;
		};
	}

	private Object asked() throws InterruptedException {
		return this.asked.poll(10, TimeUnit.SECONDS);
	}

	private StoredJob awaitState(JobState state) {
		return await().atMost(Duration.ofSeconds(10))
			.until(() -> this.fixture.template.find(ContainerFixture.TOPIC, "a").orElse(null),
					(job) -> job != null && job.state() == state);
	}

	private void awaitGone() {
		await().atMost(Duration.ofSeconds(10))
			.until(() -> this.fixture.template.find(ContainerFixture.TOPIC, "a").isEmpty());
	}

	@Test
	void jobIsRetriedAfterTheDelayAndBuriedOnItsLastAttempt() throws Exception {
		start(JobErrorHandlerTests::fail, answer(JobErrorDecision.retryAfter(Duration.ZERO)));
		assertThat(asked()).isEqualTo("a 1 no luck");
		assertThat(asked()).isEqualTo("a 2 no luck");
		assertThat(awaitState(JobState.FAILED).failures().attempts()).isEqualTo(2);
	}

	@Test
	void jobIsBuriedWithTheExceptionAsTheReason() {
		start(JobErrorHandlerTests::fail, answer(JobErrorDecision.bury()));
		StoredJob job = awaitState(JobState.FAILED);
		assertThat(job.failures().attempts()).isEqualTo(1);
		assertThat(job.failures().last().error()).isEqualTo("java.lang.IllegalStateException: no luck");
	}

	@Test
	void jobIsDone() {
		start(JobErrorHandlerTests::fail, answer(JobErrorDecision.done()));
		awaitGone();
	}

	@Test
	void errorHandlersAreNotCalledForUnprocessableJobs() {
		start((job, context) -> {
			throw new UnprocessableJobException("cannot be read");
		}, answer(JobErrorDecision.done()));
		assertThat(awaitState(JobState.FAILED).failures().attempts()).isEqualTo(1);
		assertThat(this.asked).isEmpty();
	}

	@Test
	void firstDecisionApplies() throws Exception {
		start(JobErrorHandlerTests::fail, answer(JobErrorDecision.byDefault()), answer(JobErrorDecision.done()),
				answer(JobErrorDecision.bury()));
		awaitGone();
		assertThat(this.asked).hasSize(2);
	}

	@Test
	void settingsOfTheListenerApplyWithoutADecision() {
		start(JobErrorHandlerTests::fail, answer(JobErrorDecision.byDefault()));
		assertThat(awaitState(JobState.DELAYED).failures().attempts()).isEqualTo(1);
	}

	@Test
	void decisionMadeWithTheContextTakesPrecedence() {
		start(JobErrorHandlerTests::fail, (context, failure) -> {
			context.bury("see the runbook");
			return JobErrorDecision.done();
		});
		assertThat(awaitState(JobState.FAILED).failures().last().error()).isEqualTo("see the runbook");
	}

	@Test
	void resubmitDoesNotApplyIfTheHandlerFailsAfterIt() {
		start((job, context) -> {
			context.resubmit("again", Duration.ofHours(1));
			throw new IllegalStateException();
		}, answer(JobErrorDecision.bury()));
		assertThat(awaitState(JobState.FAILED).failures().attempts()).isEqualTo(1);
	}

	@Test
	void settingsApplyIfAnErrorHandlerThrowsAndBothExceptionsAreLogged() {
		try (RecordedLog log = new RecordedLog("io.delay.listener")) {
			start(JobErrorHandlerTests::fail, (context, failure) -> {
				throw new IllegalArgumentException("cannot decide");
			}, answer(JobErrorDecision.done()));
			assertThat(awaitState(JobState.DELAYED).failures().attempts()).isEqualTo(1);
			assertThat(log.messages(Level.WARN)).anySatisfy((message) -> assertThat(message)
				.contains("could not decide about job 'a' of topic 'orders'", "the settings of the listener apply"));
			assertThat(log.messages(Level.WARN)).anySatisfy(
					(message) -> assertThat(message).contains("Attempt 1 of 2 failed", "will be delivered again"));
		}
	}

	@Test
	void settingsApplyIfAnErrorHandlerReturnsNull() {
		start(JobErrorHandlerTests::fail, (context, failure) -> null);
		assertThat(awaitState(JobState.DELAYED).failures().attempts()).isEqualTo(1);
	}

	@Test
	void errorHandlersAreNotCalledAfterADecisionOfTheHandler() {
		start((job, context) -> {
			context.bury("enough");
			throw new IllegalStateException();
		}, answer(JobErrorDecision.done()));
		assertThat(awaitState(JobState.FAILED).failures().last().error()).isEqualTo("enough");
		assertThat(this.asked).isEmpty();
	}

}
