// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.delay.failure;

import java.time.Duration;

import io.delay.benchmarks.kit.BenchmarkArguments;

/**
 * The jobs of a load and the instances that handle them. Arguments:
 * {@code partitions=16 jobs=20000
 * rate=800 instances=3 concurrency=8 handling=5 ttr=10}, the handling in ms, the TTR in
 * seconds.
 *
 * @param topic the topic of the jobs
 * @param backlog how many jobs wait when the load begins
 * @param rate how many jobs are submitted per second from then on
 * @param instances how many instances consume
 * @param concurrency the number of workers of each instance
 * @param handling how long a job takes
 * @param ttr how long a worker may hold a job
 */
record LoadSettings(LoadTopic topic, int backlog, int rate, int instances, int concurrency, Duration handling,
		Duration ttr) {

	/** One of this number of jobs, not counting the backlog, has a long delay. */
	private static final int PARKED_PART = 10;

	static LoadSettings of(BenchmarkArguments arguments) {
		return of(arguments, arguments.number("partitions", 16));
	}

	static LoadSettings of(BenchmarkArguments arguments, int partitions) {
		return new LoadSettings(new LoadTopic(partitions), arguments.number("jobs", 20_000),
				arguments.number("rate", 800), arguments.number("instances", 3), arguments.number("concurrency", 8),
				Duration.ofMillis(arguments.number("handling", 5)), Duration.ofSeconds(arguments.number("ttr", 10)));
	}

	// The same number from each producer
	int parked() {
		return this.backlog / PARKED_PART / this.topic.producers() * this.topic.producers();
	}

}
