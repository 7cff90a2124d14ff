// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.workload;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

import io.delay.benchmarks.kit.BenchmarkArguments;
import io.delay.benchmarks.kit.JobSystemFactory;
import io.delay.benchmarks.kit.Results;
import io.delay.benchmarks.kit.load.Bench;
import io.delay.benchmarks.kit.load.JobSeries;
import io.delay.benchmarks.kit.load.Payload;
import io.delay.benchmarks.kit.load.Submitters;
import io.delay.benchmarks.kit.load.SystemUnderTest;
import io.delay.benchmarks.kit.redis.RedisProbe;

/**
 * The outcome of jobs when the JVM that handles them is killed in the middle of a drain.
 * This JVM submits the jobs and takes over.
 */
final class KillWorkload implements Workload {

	/** The workload of the other JVM. */
	static final String VICTIM = "victim";

	/** The duration of a job, so that the drain takes long enough. */
	static final Duration HANDLING = Duration.ofMillis(1);

	private static final Duration LEAD = Duration.ofSeconds(2);

	/** Every system submits at least this number of jobs per second. */
	private static final int SLOWEST_RATE = 1000;

	/** One of this number of jobs is handled before the kill. */
	private static final int PART = 3;

	private final int jobs;

	private final int workers;

	private final int ttrSeconds;

	private final Duration maxWait;

	private final @Nullable String reservedKey;

	KillWorkload(BenchmarkArguments arguments) {
		this.jobs = arguments.number("jobs", 5000);
		this.workers = arguments.number("workers", 16);
		this.ttrSeconds = setTtr(arguments);
		this.maxWait = Duration.ofSeconds(arguments.number("max-wait", 60));
		this.reservedKey = arguments.find("reserved-key");
	}

	static int setTtr(BenchmarkArguments arguments) {
		int seconds = arguments.number("ttr", 5);
		System.setProperty(JobSystemFactory.TTR_PROPERTY, seconds + "s");
		return seconds;
	}

	@Override
	public void run(Bench bench) throws InterruptedException {
		try (SystemUnderTest system = bench.open(1);
				Submitters submitters = new Submitters(this.workers);
				Victim victim = new Victim(bench, this.workers, this.ttrSeconds)) {
			victim.awaitReady();
			JobSeries series = system.newSeries(this.jobs);
			long dueMicros = system.dueMicros(LEAD.plusSeconds(this.jobs / SLOWEST_RATE));
			submitters.submit(this.jobs, (index) -> system.submit(index, dueMicros));
			victim.awaitHandled(this.jobs / PART);
			long killNanoTime = System.nanoTime();
			victim.kill();
			reportInFlight(bench);
			victim.handled().forEach((sequence) -> series.handled(new Payload(sequence, dueMicros), dueMicros));
			takeOver(system, series);
			report(series, killNanoTime, bench.results());
		}
	}

	private void reportInFlight(Bench bench) {
		if (this.reservedKey != null) {
			try (RedisProbe redis = new RedisProbe(bench.store())) {
				bench.results().add("kill.in-flight", redis.sortedSetSize(this.reservedKey));
			}
		}
	}

	private void takeOver(SystemUnderTest system, JobSeries series) throws InterruptedException {
		system.start(this.workers, (payload) -> {
			LockSupport.parkNanos(HANDLING.toNanos());
			system.handle(payload);
		});
		series.await(this.maxWait);
		// Jobs that were handled but not acknowledged may be delivered again after that
		// time
		TimeUnit.SECONDS.sleep(this.ttrSeconds + LEAD.toSeconds());
	}

	private void report(JobSeries series, long killNanoTime, Results results) {
		results.add("kill.lost", series.missing());
		results.add("kill.doubles", series.doubles());
		if (series.missing() == 0) {
			double recovery = (series.completeNanoTime() - killNanoTime) / 1e9;
			results.add("kill.recovery-after-ttr", recovery - this.ttrSeconds);
		}
	}

}
