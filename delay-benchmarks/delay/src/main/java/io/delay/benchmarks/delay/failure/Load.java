// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.delay.failure;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

import org.springframework.dao.DataAccessException;

import io.delay.job.Job;
import io.delay.store.SubmitOutcomeUnknownException;
import io.delay.template.DelayTemplate;

/**
 * Submits jobs. Each thread submits those of one partition, so that partitions do not
 * wait for each other.
 */
final class Load implements AutoCloseable {

	static final String PAYLOAD = "x".repeat(200);

	private static final long LONGEST_DELAY_MILLIS = 300;

	private static final Duration LONGEST_BACKLOG = Duration.ofSeconds(120);

	private static final Duration LONGEST_END = Duration.ofSeconds(30);

	private final LoadTopic topic;

	private final DelayTemplate template;

	private final LoadJournal journal;

	private final List<Thread> threads = new ArrayList<>();

	private volatile boolean ended;

	Load(LoadTopic topic, DelayTemplate template, LoadJournal journal) {
		this.topic = topic;
		this.template = template;
		this.journal = journal;
	}

	// Submits jobs that become due evenly over a time. Returns when all are submitted.
	void submit(int jobs, Instant due, Duration spread) throws InterruptedException {
		int each = jobs / this.topic.producers();
		run((partition) -> {
			for (int i = 0; i < each; i++) {
				submit(partition, due.plus(spread.multipliedBy(i).dividedBy(each)));
			}
		});
		join(LONGEST_BACKLOG);
	}

	// Submits jobs with small delays until the end.
	void start(int rate) {
		long pace = TimeUnit.SECONDS.toNanos(1) * this.topic.producers() / rate;
		run((partition) -> {
			for (long next = System.nanoTime(); !this.ended; next = Math.max(next + pace, System.nanoTime())) {
				while (!this.ended && System.nanoTime() < next) {
					LockSupport.parkNanos(next - System.nanoTime());
				}
				submit(partition, Instant.now().plusMillis(ThreadLocalRandom.current().nextLong(LONGEST_DELAY_MILLIS)));
			}
		});
	}

	private void run(IntConsumer producer) {
		for (int i = 0; i < this.topic.producers(); i++) {
			int partition = i % this.topic.partitions();
			Thread thread = new Thread(() -> producer.accept(partition), "load-" + i);
			thread.setDaemon(true);
			thread.start();
			this.threads.add(thread);
		}
	}

	private void submit(int partition, Instant due) {
		String id = this.topic.newId(partition);
		Job job = Job.to(LoadTopic.NAME).id(id).payload(PAYLOAD).dueTime(due).build();
		long startedAt = System.nanoTime();
		LoadJournal.SubmitOutcome outcome = LoadJournal.SubmitOutcome.CONFIRMED;
		String problem = "";
		try {
			this.template.submit(job);
		}
		catch (SubmitOutcomeUnknownException ex) {
			outcome = LoadJournal.SubmitOutcome.UNKNOWN;
			problem = String.valueOf(ex.getCause());
		}
		catch (DataAccessException ex) {
			outcome = LoadJournal.SubmitOutcome.REFUSED;
			problem = ex.toString();
		}
		this.journal.add(new LoadJournal.Submit(id, outcome, startedAt, System.nanoTime(), problem));
	}

	private void join(Duration maxWait) throws InterruptedException {
		long start = System.nanoTime();
		for (Thread thread : this.threads) {
			thread.join(Math.max(1, maxWait.toMillis() - Duration.ofNanos(System.nanoTime() - start).toMillis()));
			if (thread.isAlive()) {
				throw new IllegalStateException("A producer has not ended within " + maxWait);
			}
		}
		this.threads.clear();
	}

	@Override
	public void close() throws InterruptedException {
		this.ended = true;
		join(LONGEST_END);
	}

}
