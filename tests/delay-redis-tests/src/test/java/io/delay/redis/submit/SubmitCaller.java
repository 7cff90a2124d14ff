// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.submit;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.RedisSystemException;

import io.delay.job.SubmitResult;
import io.delay.store.NewJob;
import io.delay.store.SubmitOutcomeUnknownException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A thread that submits once, and what it learns.
 */
public final class SubmitCaller {

	private static final Duration LONGEST = Duration.ofSeconds(15);

	private final Function<List<NewJob>, List<SubmitResult>> submit;

	private final List<NewJob> jobs;

	private final Thread thread = new Thread(this::run, "submit-caller");

	private volatile List<SubmitResult> results = List.of();

	private volatile @Nullable Throwable failure;

	private volatile boolean interrupted;

	private volatile Duration took = Duration.ZERO;

	private SubmitCaller(Function<List<NewJob>, List<SubmitResult>> submit, List<NewJob> jobs) {
		this.submit = submit;
		this.jobs = jobs;
	}

	public static SubmitCaller start(Function<List<NewJob>, List<SubmitResult>> submit, NewJob... jobs) {
		SubmitCaller caller = new SubmitCaller(submit, List.of(jobs));
		caller.thread.setDaemon(true);
		caller.thread.start();
		return caller;
	}

	private void run() {
		long start = System.nanoTime();
		try {
			this.results = this.submit.apply(this.jobs);
		}
		catch (Throwable ex) {
			this.failure = ex;
		}
		this.took = Duration.ofNanos(System.nanoTime() - start);
		this.interrupted = Thread.currentThread().isInterrupted();
	}

	/**
	 * Wait until it waits for the reply to its jobs, or for a call that takes them along.
	 */
	public SubmitCaller awaitQueued() {
		await().atMost(Duration.ofSeconds(5))
			.pollInterval(Duration.ofMillis(1))
			.until(() -> this.thread.getState() == Thread.State.TIMED_WAITING && Stream.of(this.thread.getStackTrace())
				.anyMatch((frame) -> frame.getClassName().equals(SubmitCoalescer.class.getName())));
		return this;
	}

	public void interrupt() {
		this.thread.interrupt();
	}

	/**
	 * Wait until it knows.
	 */
	public SubmitCaller end() throws InterruptedException {
		this.thread.join(LONGEST.toMillis());
		assertThat(this.thread.isAlive()).as("Still submits " + ids()).isFalse();
		return this;
	}

	public List<String> ids() {
		return this.jobs.stream().map(NewJob::id).toList();
	}

	/**
	 * The results, none after a failure.
	 */
	public List<SubmitResult> results() {
		return this.results;
	}

	public SubmitResult result() {
		assertThat(this.failure).isNull();
		assertThat(this.results).hasSize(1);
		return this.results.get(0);
	}

	public @Nullable Throwable failure() {
		return this.failure;
	}

	public boolean isStored() {
		return this.failure == null;
	}

	public boolean isInDoubt() {
		return this.failure instanceof SubmitOutcomeUnknownException;
	}

	/**
	 * It was told that its jobs, and no others, may have been stored or not.
	 */
	public SubmitCaller checkInDoubt() {
		assertThat(this.failure).isInstanceOf(SubmitOutcomeUnknownException.class);
		assertThat(((SubmitOutcomeUnknownException) this.failure).ids()).isEqualTo(ids());
		return this;
	}

	/**
	 * It was told that its jobs were not sent.
	 */
	public void checkNotSent() {
		assertThat(this.failure).isInstanceOf(RedisConnectionFailureException.class)
			.hasMessageContaining("nothing was sent");
	}

	/**
	 * It was told that Redis is full.
	 */
	public void checkOutOfMemory() {
		assertThat(this.failure).isInstanceOf(RedisSystemException.class).hasMessageContaining("Raise its maxmemory");
	}

	public boolean isInterrupted() {
		return this.interrupted;
	}

	public Duration took() {
		return this.took;
	}

}
