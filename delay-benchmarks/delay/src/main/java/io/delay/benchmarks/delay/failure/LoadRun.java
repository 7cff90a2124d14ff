// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.delay.failure;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.redis.RedisJobStoreOptions;
import io.delay.store.admin.JobStoreInspector;
import io.delay.test.store.StoreAudit;

/**
 * Instances under load: a backlog that becomes due, a continuous flow of new jobs, and
 * some jobs that wait in the store until the end.
 */
final class LoadRun implements AutoCloseable {

	private static final Duration SPREAD = Duration.ofSeconds(15);

	private static final Duration PARKED = Duration.ofHours(1);

	/** Every store accepts at least this number of jobs per second. */
	private static final int SLOWEST_RATE = 2000;

	private static final Duration MAX_WAIT = Duration.ofSeconds(60);

	private final LoadSettings settings;

	private final LoadJournal journal = new LoadJournal();

	private final Problems logged = Problems.collect();

	private final LoadInstances instances;

	private final Load load;

	LoadRun(LoadSettings settings, Supplier<LettuceConnectionFactory> application, RedisJobStoreOptions options) {
		this.settings = settings;
		this.instances = new LoadInstances(application, options, this.journal);
		this.load = new Load(settings.topic(), this.instances.producer(), this.journal);
	}

	LoadJournal journal() {
		return this.journal;
	}

	JobStoreInspector inspector() {
		return this.instances.inspector();
	}

	void startConsumers() {
		for (int i = 0; i < this.settings.instances(); i++) {
			this.instances.startConsumer("consumer-" + i, this.settings.concurrency(), this.settings.ttr(),
					this.settings.handling());
		}
	}

	// Returns when the backlog becomes due
	void begin() throws InterruptedException {
		Instant due = Instant.now().plusSeconds(5 + this.settings.backlog() / SLOWEST_RATE);
		this.load.submit(this.settings.parked(), Instant.now().plus(PARKED), SPREAD);
		this.load.submit(this.settings.backlog(), due, SPREAD);
		Thread.sleep(Math.max(0, Duration.between(Instant.now(), due).toMillis()));
		this.load.start(this.settings.rate());
	}

	// Waits for the handling of all jobs, without new ones
	LoadOutcome end(PrintStream out) throws InterruptedException {
		this.load.close();
		LoadOutcome.printAudit("when the load ends", StoreAudit.of(inspector(), LoadTopic.NAME), out);
		LoadOutcome.settle(inspector(), this.settings.parked(), MAX_WAIT);
		LoadOutcome outcome = LoadOutcome.of(this.journal, inspector(), this.settings.parked());
		outcome.print(out);
		return outcome;
	}

	void printProblems(PrintStream out) {
		Problems submits = new Problems();
		this.journal.submits()
			.stream()
			.map(LoadJournal.Submit::problem)
			.filter((problem) -> !problem.isEmpty())
			.forEach(submits::add);
		submits.print("submits failed", out);
		this.logged.print("logged", out);
	}

	@Override
	public void close() throws Exception {
		this.load.close();
		this.instances.close();
	}

}
