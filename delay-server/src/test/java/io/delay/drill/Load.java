// SPDX-License-Identifier: Apache-2.0

package io.delay.drill;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Producers and consumers that run until they are stopped, each on its own thread.
 */
final class Load implements AutoCloseable {

	private final String topic;

	private final Duration ttr;

	private final Supplier<Target> targets;

	private final Ledger ledger = new Ledger();

	private final List<Thread> producers = new ArrayList<>();

	private final List<Thread> consumers = new ArrayList<>();

	private volatile boolean isSubmitted;

	private volatile boolean isOver;

	Load(String topic, Duration ttr, Supplier<Target> targets) {
		this.topic = topic;
		this.ttr = ttr;
		this.targets = targets;
	}

	Ledger ledger() {
		return this.ledger;
	}

	void start(int clients) {
		for (int i = 0; i < clients; i++) {
			this.producers
				.add(thread("producer-" + i, new Producer("job-" + i, client(), this.ledger, () -> this.isSubmitted)));
			this.consumers
				.add(thread("consumer-" + i, new Consumer(client(), this.ledger, this.ttr, () -> this.isOver)));
		}
	}

	private JobClient client() {
		return new JobClient(this.ledger, this.topic, this.targets);
	}

	private Thread thread(String name, Runnable task) {
		Thread thread = new Thread(task, name);
		thread.setUncaughtExceptionHandler((failed, failure) -> this.ledger.count(name + " " + failure));
		thread.setDaemon(true);
		thread.start();
		return thread;
	}

	/**
	 * Wait until the clients have handled some more jobs.
	 */
	void proceed(int jobs) {
		long before = this.ledger.answers("ack 204");
		Awaitility.await("progress: " + this.ledger)
			.atMost(Duration.ofSeconds(60))
			.until(() -> this.ledger.answers("ack 204") >= before + jobs);
	}

	/**
	 * Stop the producers, and wait until all their jobs are handled.
	 */
	void finish(Duration timeout) {
		this.isSubmitted = true;
		join(this.producers);
		try {
			Awaitility.await()
				.atMost(timeout)
				.untilAsserted(
						() -> assertThat(this.ledger.lost()).as("confirmed jobs that were not handled").isEmpty());
		}
		finally {
			close();
		}
	}

	@Override
	public void close() {
		this.isSubmitted = true;
		this.isOver = true;
		join(this.producers);
		join(this.consumers);
	}

	private static void join(List<Thread> threads) {
		try {
			for (Thread thread : threads) {
				thread.join(Duration.ofSeconds(60).toMillis());
				assertThat(thread.isAlive()).as("%s still runs", thread.getName()).isFalse();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Pause before a request is repeated. Another server may answer at once if the
	 * connection to one broke.
	 */
	static void pauseAfter(Answer answer) {
		pause(answer.isLost() ? 20 : 100);
	}

	static void pause(long millis) {
		try {
			Thread.sleep(millis);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

}
