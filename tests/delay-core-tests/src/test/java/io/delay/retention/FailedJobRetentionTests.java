// SPDX-License-Identifier: Apache-2.0

package io.delay.retention;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import ch.qos.logback.classic.Level;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.DataAccessResourceFailureException;

import io.delay.admin.StoreWithJobs;
import io.delay.job.JobState;
import io.delay.listener.RecordedLog;
import io.delay.store.DelegatingJobStoreAdministrator;
import io.delay.store.admin.FailedRetention;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Failed jobs are dropped where a limit says so, and nowhere else.
 */
@Timeout(30)
class FailedJobRetentionTests {

	private static final BooleanSupplier NEVER = () -> false;

	private static final Duration WEEK = Duration.ofDays(7);

	private static final Duration OFTEN = Duration.ofMillis(1);

	private final StoreWithJobs jobs = new StoreWithJobs();

	private final WatchedAdministrator administrator = new WatchedAdministrator();

	private final RecordedLog log = new RecordedLog(FailedJobRetention.class);

	@AfterEach
	void stopRecording() {
		this.log.close();
	}

	// No test starts with a thread of the one before, and none leaves one behind
	@AfterEach
	void awaitNoThread() {
		Awaitility.await().until(() -> threads() == 0);
	}

	@Test
	void theOldestJobsBeyondTheMaximumAreDropped() {
		this.jobs.failed("orders", 1205);
		retention(new FailedRetention(null, 100), "orders").run(NEVER);
		assertThat(failed("orders")).isEqualTo(100);
		assertThat(this.jobs.store().find("orders", "01104")).isEmpty();
		assertThat(this.jobs.store().find("orders", "01105")).isPresent();
		assertThat(this.jobs.store().status("orders").dropped()).isEqualTo(1105);
	}

	@Test
	void jobsThatAreTooOldAreDropped() {
		this.jobs.failed("orders", "old");
		this.jobs.advance(WEEK);
		this.jobs.failed("orders", "young");
		RetentionRun retention = retention(new FailedRetention(WEEK, null), "orders");
		retention.run(NEVER);
		assertThat(failed("orders")).isEqualTo(2);
		this.jobs.advance(Duration.ofMillis(1));
		retention.run(NEVER);
		assertThat(this.jobs.store().find("orders", "old")).isEmpty();
		assertThat(this.jobs.store().find("orders", "young")).isPresent();
	}

	@Test
	void jobsInOtherStatesAreKept() {
		this.jobs.waiting("orders", "ready", Duration.ZERO);
		this.jobs.advance(WEEK.multipliedBy(2));
		retention(new FailedRetention(WEEK, 0), "orders").run(NEVER);
		assertThat(this.jobs.store().find("orders", "ready")).isPresent();
	}

	@Test
	void topicsThatTheApplicationDoesNotHandleAreNotTouched() {
		this.jobs.failed("orders", 3);
		this.jobs.failed("of-another-application", 3);
		retention(new FailedRetention(null, 0), "orders").run(NEVER);
		assertThat(failed("orders")).isZero();
		assertThat(failed("of-another-application")).isEqualTo(3);
	}

	@Test
	void aTopicWithItsOwnLimitsNeedsNoListener() {
		this.jobs.failed("pulled", 3);
		this.jobs.failed("orders", 3);
		run(new RetentionSettings(FailedRetention.UNLIMITED, Map.of("pulled", new FailedRetention(null, 1))), "orders")
			.run(NEVER);
		assertThat(failed("pulled")).isOne();
		assertThat(failed("orders")).isEqualTo(3);
	}

	@Test
	void oneLineReportsTheTopicTheNumbersAndTheLimits() {
		this.jobs.failed("orders", 2);
		this.jobs.advance(WEEK.multipliedBy(2));
		this.jobs.failed("orders", "young");
		this.jobs.failed("orders", "younger");
		this.jobs.failed("refunds", 1);
		retention(new FailedRetention(WEEK, 1), "orders", "refunds", "idle").run(NEVER);
		assertThat(this.log.messages(Level.INFO))
			.containsExactly("Dropped failed jobs of topic 'orders': 2 older than PT168H, 1 beyond the newest 1");
	}

	@Test
	void anOutageIsWarnedOfOnceAndItsEndIsReported() {
		RetentionRun retention = retention(new FailedRetention(WEEK, null), "orders", "refunds");
		this.administrator.unreachable = true;
		retention.run(NEVER);
		retention.run(NEVER);
		assertThat(this.log.messages(Level.WARN))
			.containsExactly("Cannot drop failed jobs of topic 'orders'; retrying every minute: away");
		this.administrator.unreachable = false;
		retention.run(NEVER);
		retention.run(NEVER);
		assertThat(this.log.messages(Level.INFO))
			.containsExactly("The store answers again; failed jobs can be dropped");
		this.administrator.unreachable = true;
		retention.run(NEVER);
		assertThat(this.log.messages(Level.WARN)).hasSize(2);
	}

	@Test
	void otherTopicsAreHandledIfOneFails() {
		this.jobs.failed("refunds", 3);
		this.administrator.broken = "orders";
		RetentionRun retention = retention(new FailedRetention(null, 0), "orders", "refunds");
		retention.run(NEVER);
		assertThat(failed("refunds")).isZero();
		assertThat(this.log.messages(Level.ERROR)).singleElement()
			.asString()
			.startsWith("Unexpected failure. Cannot drop failed jobs of topic 'orders'");
	}

	@Test
	void jobsDroppedBeforeAFailureAreReported() {
		this.jobs.failed("orders", 700);
		this.administrator.failAfter = 1;
		retention(new FailedRetention(null, 0), "orders").run(NEVER);
		assertThat(this.log.messages(Level.INFO))
			.containsExactly("Dropped failed jobs of topic 'orders': 500 beyond the newest 0");
		assertThat(this.log.messages(Level.WARN)).hasSize(1);
	}

	@Test
	void aStoppedRunEndsBeforeTheNextStep() {
		this.jobs.failed("orders", 700);
		retention(new FailedRetention(null, 0), "orders").run(() -> this.administrator.steps.size() == 1);
		assertThat(failed("orders")).isEqualTo(200);
	}

	@Test
	void retentionRunsRepeatedlyEvenAfterAnErrorUntilItIsStopped() throws InterruptedException {
		FailedJobRetention retention = new FailedJobRetention(this.administrator,
				new RetentionSettings(new FailedRetention(null, 0), Map.of()), () -> Set.of("orders"), OFTEN);
		this.administrator.error = new OutOfMemoryError("for a moment");
		retention.start();
		assertThat(retention.isRunning()).isTrue();
		awaitStep();
		awaitStep();
		this.administrator.error = null;
		this.jobs.failed("orders", "1");
		Awaitility.await().until(() -> failed("orders") == 0);
		retention.stop();
		assertThat(retention.isRunning()).isFalse();
	}

	@Test
	void retentionCanBeStartedAgain() throws InterruptedException {
		FailedJobRetention retention = new FailedJobRetention(this.administrator,
				new RetentionSettings(new FailedRetention(null, 0), Map.of()), () -> Set.of("orders"), OFTEN);
		retention.start();
		retention.start();
		awaitStep();
		assertThat(threads()).isOne();
		retention.stop();
		retention.stop();
		this.administrator.steps.clear();
		retention.start();
		awaitStep();
		retention.stop();
	}

	@Test
	@Tag("thorough")
	void aStopDoesNotWaitForAStoreThatDoesNotAnswer() throws InterruptedException {
		FailedJobRetention retention = new FailedJobRetention(this.administrator,
				new RetentionSettings(new FailedRetention(null, 0), Map.of()), () -> Set.of("orders"), OFTEN);
		this.administrator.silent = new CountDownLatch(1);
		retention.start();
		awaitStep();
		retention.stop();
		awaitNoThread();
		assertThat(this.log.messages(Level.WARN)).isEmpty();
		assertThat(this.log.messages(Level.ERROR)).isEmpty();
	}

	@Test
	void noThreadIsStartedWithoutALimit() {
		FailedJobRetention retention = new FailedJobRetention(this.administrator,
				new RetentionSettings(FailedRetention.UNLIMITED, Map.of()), () -> Set.of("orders"), OFTEN);
		retention.start();
		assertThat(retention.isRunning()).isTrue();
		assertThat(threads()).isZero();
		retention.stop();
		assertThat(retention.isRunning()).isFalse();
	}

	private RetentionRun retention(FailedRetention general, String... topics) {
		return run(new RetentionSettings(general, Map.of()), topics);
	}

	private RetentionRun run(RetentionSettings settings, String... topics) {
		return new RetentionRun(this.administrator, settings, () -> Set.of(topics));
	}

	private long failed(String topic) {
		return this.jobs.store().status(topic).count(JobState.FAILED);
	}

	private void awaitStep() throws InterruptedException {
		assertThat(this.administrator.steps.poll(10, TimeUnit.SECONDS)).as("a step").isNotNull();
	}

	private static long threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().equals("delay-retention"))
			.count();
	}

	/**
	 * Tells its steps, and fails in several ways.
	 */
	private final class WatchedAdministrator extends DelegatingJobStoreAdministrator {

		private final BlockingQueue<String> steps = new LinkedBlockingQueue<>();

		private volatile boolean unreachable;

		private volatile String broken;

		private volatile Error error;

		private volatile CountDownLatch silent;

		private volatile int failAfter = Integer.MAX_VALUE;

		WatchedAdministrator() {
			super(FailedJobRetentionTests.this.jobs.store());
		}

		@Override
		public int dropFailed(String topic, FailedRetention retention, int limit) {
			this.steps.add(topic);
			if (this.unreachable || this.steps.size() > this.failAfter) {
				throw new DataAccessResourceFailureException("away");
			}
			if (topic.equals(this.broken)) {
				throw new IllegalStateException("broken");
			}
			if (this.error != null) {
				throw this.error;
			}
			if (this.silent != null) {
				awaitAnswer(this.silent);
			}
			return super.dropFailed(topic, retention, limit);
		}

		private void awaitAnswer(CountDownLatch answer) {
			try {
				answer.await(20, TimeUnit.SECONDS);
			}
			catch (InterruptedException ex) {
				throw new DataAccessResourceFailureException("interrupted", ex);
			}
		}

	}

}
