// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import org.springframework.dao.DataAccessException;

import io.delay.job.Job;
import io.delay.store.SubmitOutcomeUnknownException;
import io.delay.template.DelayTemplate;

/**
 * Threads that submit jobs one by one, and what became of each. Closing it ends them.
 */
public final class SubmitLoad implements AutoCloseable {

	private static final long LONGEST_DELAY_MILLIS = 300;

	private static final long PACE_NANOS = TimeUnit.MILLISECONDS.toNanos(3);

	private final String topic;

	private final List<Thread> threads = new ArrayList<>();

	private final AtomicInteger submitted = new AtomicInteger();

	private final Set<String> stored = ConcurrentHashMap.newKeySet();

	private final Set<String> unknown = ConcurrentHashMap.newKeySet();

	private final Map<String, Throwable> refused = new ConcurrentHashMap<>();

	private final AtomicLong slowest = new AtomicLong();

	private volatile boolean ended;

	public SubmitLoad(String topic) {
		this.topic = topic;
	}

	/**
	 * Start a thread.
	 */
	public void start(String name, DelayTemplate template) {
		Thread thread = new Thread(() -> run(name, template), "submit-load-" + name);
		this.threads.add(thread);
		thread.start();
	}

	/**
	 * How many submits there were.
	 */
	public int submitted() {
		return this.submitted.get();
	}

	/**
	 * The jobs whose submit returned.
	 */
	public Set<String> stored() {
		return this.stored;
	}

	/**
	 * The jobs that may have been stored or not.
	 */
	public Set<String> unknown() {
		return this.unknown;
	}

	/**
	 * The jobs that were not stored, and why.
	 */
	public Map<String, Throwable> refused() {
		return this.refused;
	}

	/**
	 * The longest time that any submit took, whatever became of it.
	 */
	public Duration slowest() {
		return Duration.ofNanos(this.slowest.get());
	}

	@Override
	public void close() throws InterruptedException {
		this.ended = true;
		for (Thread thread : this.threads) {
			thread.join(TimeUnit.SECONDS.toMillis(20));
		}
	}

	private void run(String name, DelayTemplate template) {
		for (int i = 0; !this.ended; i++) {
			submit(name + "-" + i, template);
			LockSupport.parkNanos(PACE_NANOS);
		}
	}

	private void submit(String id, DelayTemplate template) {
		Duration delay = Duration.ofMillis(ThreadLocalRandom.current().nextLong(LONGEST_DELAY_MILLIS));
		this.submitted.incrementAndGet();
		long start = System.nanoTime();
		try {
			template.submit(Job.to(this.topic).id(id).payload(id).delay(delay).build());
			this.stored.add(id);
		}
		catch (SubmitOutcomeUnknownException ex) {
			this.unknown.addAll(ex.ids());
		}
		catch (DataAccessException ex) {
			this.refused.put(id, ex);
		}
		long took = System.nanoTime() - start;
		this.slowest.accumulateAndGet(took, Math::max);
	}

}
