// SPDX-License-Identifier: Apache-2.0

package io.delay.boot.test;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;

import org.assertj.core.api.AssertProvider;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.converter.PayloadConverter;
import io.delay.job.JobRules;
import io.delay.job.JobState;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.observation.JobOutcome;
import io.delay.store.StoredJob;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.memory.MemoryJobStore;

/**
 * Runs the jobs of an application in a test, on the thread of the test and at the times
 * that the test chooses. It is injected into tests with {@link AutoConfigureDelay}:
 *
 * <pre class="code">
 * &#064;SpringBootTest
 * &#064;AutoConfigureDelay
 * class OrderTimeoutTests {
 *
 *     &#064;Autowired
 *     private DelayTester delay;
 *
 *     &#064;Test
 *     void unpaidOrderIsClosed() {
 *         Order order = this.orders.place("tea");
 *         assertThat(this.delay).topic("order-timeout").hasJob(order.id()).dueIn(Duration.ofMinutes(30));
 *         this.delay.advance(Duration.ofMinutes(30));
 *         assertThat(this.orders.find(order.id()).state()).isEqualTo(CLOSED);
 *     }
 *
 * }
 * </pre>
 *
 * The clock stands still until a method of this class moves it, and jobs run only inside
 * these methods. Delays of jobs that are submitted in the meantime are measured by that
 * clock. Everything else is as in production: settings, converters, transactions, retries
 * with their backoff, failures and events. Handlers may use the clock, but must not call
 * other methods of this class.
 * <p>
 * Before each test method, all jobs are removed and the clock is set to its initial time.
 *
 * @since 0.1.0
 */
public final class DelayTester implements AssertProvider<DelayTesterAssert> {

	private final MemoryJobStore store;

	private final TesterClock clock;

	private final PayloadConverter converter;

	private final Supplier<List<DelayListenerRegistry>> registries;

	/** Held while jobs run. */
	private final ReentrantLock lock = new ReentrantLock();

	/** The exception of the last run of each job that failed. Guarded by the lock. */
	private final Map<JobKey, Throwable> exceptions = new HashMap<>();

	DelayTester(MemoryJobStore store, TesterClock clock, PayloadConverter converter,
			Supplier<List<DelayListenerRegistry>> registries) {
		this.store = store;
		this.clock = clock;
		this.converter = converter;
		this.registries = registries;
	}

	/**
	 * Return the clock that decides which jobs are due.
	 * @return a clock in the default time zone, which only this tester can set
	 */
	public Clock clock() {
		return this.clock;
	}

	/**
	 * Return the time of the clock.
	 * @return the time
	 */
	public Instant now() {
		return this.clock.instant();
	}

	/**
	 * Advance the clock, and run all jobs that become due, including retries and jobs
	 * that handlers submit. The jobs run in the order of their due times, then of their
	 * ids. While a job runs, the clock shows the time at which the job became due.
	 * <p>
	 * Jobs run only if a listener for their topic is running and the topic is not paused.
	 * @param duration how far to advance the clock; with zero, the jobs that are due now
	 * run
	 * @return the runs in their order
	 * @throws IllegalArgumentException if the duration is negative
	 * @throws IllegalStateException if a handler calls this method, or if jobs seem to
	 * submit each other or to be released endlessly: in addition to one run for each job
	 * that exists at the start, there would be more than 100,000 runs, or more than
	 * 10,000 at the same time of the clock
	 */
	public List<JobRun> advance(Duration duration) {
		Assert.notNull(duration, "'duration' must not be null");
		Assert.isTrue(!duration.isNegative(), () -> "Duration " + duration + " must not be negative");
		return run((topic) -> true, now().plus(duration));
	}

	/**
	 * Advance the clock to a time, as {@link #advance(Duration)} does.
	 * @param time the time, not before that of the clock
	 * @return the runs in their order
	 * @throws IllegalArgumentException if the time is before that of the clock
	 * @throws IllegalStateException as for {@link #advance(Duration)}
	 */
	public List<JobRun> advanceTo(Instant time) {
		Assert.notNull(time, "'time' must not be null");
		Assert.isTrue(!time.isBefore(now()),
				() -> "Time " + time + " must not be before " + now() + ", the time of the clock");
		return run((topic) -> true, time);
	}

	/**
	 * Run the jobs of one topic that are due, without moving the clock. This includes
	 * jobs that their handlers submit to this topic without a delay.
	 * @return the runs in their order
	 * @throws IllegalStateException as for {@link #advance(Duration)}
	 */
	public List<JobRun> runDue(String topic) {
		JobRules.checkTopic(topic);
		return run(topic::equals, now());
	}

	private List<JobRun> run(Predicate<String> topics, Instant until) {
		if (this.lock.isHeldByCurrentThread()) {
			throw new IllegalStateException(
					"A handler must not run jobs with DelayTester, which is already running jobs");
		}
		this.lock.lock();
		try {
			List<JobRun> runs = new DueJobs(this.store, this.clock, this.registries.get(), topics, until).run();
			this.clock.set(until);
			runs.forEach(this::remember);
			return runs;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void remember(JobRun run) {
		JobKey key = new JobKey(run.topic(), run.id());
		if (run.exception() != null) {
			this.exceptions.put(key, run.exception());
		}
		// The exception of the last attempt remains the reason why the job has failed
		else if (run.outcome() != JobOutcome.FAILURE_HANDLED) {
			this.exceptions.remove(key);
		}
	}

	/**
	 * Return all jobs of a topic, in any state.
	 * @return the jobs, sorted by the time at which they become ready, at which their
	 * lease ends or at which they were buried; empty if there are none
	 */
	public List<StoredJob> jobs(String topic) {
		List<StoredJob> jobs = new ArrayList<>();
		for (JobState state : JobState.values()) {
			JobPosition position = null;
			do {
				JobPage page = this.store.page(new JobPageRequest(topic, state, position, JobPageRequest.MAX_LIMIT));
				jobs.addAll(page.jobs());
				position = page.next();
			}
			while (position != null);
		}
		jobs.sort(Comparator.comparing(StoredJob::time));
		return List.copyOf(jobs);
	}

	/**
	 * Remove all jobs of all topics, and the pauses of topics. The time stays the same.
	 */
	public void clear() {
		this.store.clear();
		this.exceptions.clear();
	}

	// Restores the state of the tester at the beginning of a test.
	void reset() {
		this.clock.reset();
		clear();
	}

	@Nullable StoredJob find(String topic, String id) {
		return this.store.find(topic, id).orElse(null);
	}

	// The exception of the last run, null if it threw none or the job did not run.
	@Nullable Throwable exception(StoredJob job) {
		return this.exceptions.get(new JobKey(job.topic(), job.id()));
	}

	Object read(byte[] payload, Class<?> type) {
		return this.converter.read(payload, type);
	}

	/**
	 * Return assertions about the jobs. Use
	 * {@link org.assertj.core.api.Assertions#assertThat(AssertProvider)
	 * assertThat(tester)} instead of calling this method.
	 */
	@Override
	public DelayTesterAssert assertThat() {
		return new DelayTesterAssert(this);
	}

	@Override
	public String toString() {
		return "DelayTester at " + now();
	}

	private record JobKey(String topic, String id) {

	}

}
