/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.benchmarks.delay;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import io.delay.job.Job;
import io.delay.job.RateLimit;
import io.delay.listener.ListenerSettings;
import io.delay.store.LookAhead;
import io.delay.template.DelayTemplate;

/**
 * Instances of an application with a rate limit and more jobs than it permits: which rate
 * they reach together, by how much they exceed it in any second, and what this costs
 * Redis. Arguments:
 * {@code instances=1 partitions=1 rate=100/s seconds=60 host=localhost port=6379}.
 *
 * @since 0.1.0
 */
public final class RateLimitBenchmark {

	private static final Duration WARM_UP = Duration.ofSeconds(5);

	private static final int BATCH = 5000;

	private static final long SECOND = Duration.ofSeconds(1).toNanos();

	private final Map<String, String> arguments = new TreeMap<>();

	private final RateLimit rateLimit;

	/** The times at which handlers have started, as a System.nanoTime(). */
	private final long[] starts;

	private final AtomicLong count = new AtomicLong();

	private RateLimitBenchmark(String[] arguments) {
		for (String argument : arguments) {
			String[] parts = argument.split("=", 2);
			this.arguments.put(parts[0], parts[1]);
		}
		this.rateLimit = RateLimit.of(this.arguments.getOrDefault("rate", "100/s"));
		Duration longest = seconds().plus(WARM_UP.multipliedBy(2));
		this.starts = new long[(int) (longest.toNanos() / this.rateLimit.interval().toNanos())];
	}

	/**
	 * Run the benchmark.
	 * @param arguments as above
	 * @throws Exception if something goes wrong
	 */
	public static void main(String[] arguments) throws Exception {
		new RateLimitBenchmark(arguments).run();
	}

	private void run() throws Exception {
		String host = this.arguments.getOrDefault("host", "localhost");
		int port = number("port", 6379);
		try (BareInstances instances = new BareInstances(host, port, number("partitions", 1), LookAhead.NONE.window());
				ServerFigures server = new ServerFigures(host, port)) {
			submit(instances.producer());
			ListenerSettings settings = ListenerSettings.builder().rateLimit(this.rateLimit).build();
			for (int i = 0; i < number("instances", 1); i++) {
				instances.start(1, settings, (job, context) -> started());
			}
			Thread.sleep(WARM_UP.toMillis());
			server.start();
			instances.resetCounts();
			long from = System.nanoTime();
			Thread.sleep(seconds().toMillis());
			long to = System.nanoTime();
			print(from, to, server, instances);
		}
	}

	private void submit(DelayTemplate template) {
		for (int sent = 0; sent < this.starts.length; sent += BATCH) {
			List<Job> jobs = IntStream.range(sent, Math.min(sent + BATCH, this.starts.length))
				.mapToObj((i) -> Job.to(BareInstances.topic(0)).payload("payload").build())
				.toList();
			template.submitAll(jobs);
		}
	}

	private void started() {
		this.starts[(int) this.count.getAndIncrement()] = System.nanoTime();
	}

	private void print(long from, long to, ServerFigures server, BareInstances instances) {
		long[] times = Arrays.stream(this.starts)
			.filter((time) -> time != 0 && time - from >= 0 && time - to < 0)
			.sorted()
			.toArray();
		double seconds = (to - from) / (double) SECOND;
		double permitted = (to - from) / (double) this.rateLimit.interval().toNanos();
		System.out.printf("%s, %d instances, %d partitions, %.1f s: %d jobs, %.2f/s, %+.2f %% of the limit%n",
				this.rateLimit, number("instances", 1), number("partitions", 1), seconds, times.length,
				times.length / seconds, 100 * (times.length / permitted - 1));
		System.out.printf("most jobs in any second: %d%n", mostInASecond(times));
		System.out.printf("reserves: %.1f/s, empty ones: %.1f/s%n", instances.reserves() / seconds,
				instances.emptyReserves() / seconds);
		System.out.printf("client commands: %.1f/s, Redis CPU: %.2f %%%n", server.clientCommands() / seconds,
				server.cpuMillis() / seconds / 10);
	}

	private static int mostInASecond(long[] times) {
		int most = 0;
		int first = 0;
		for (int last = 0; last < times.length; last++) {
			while (times[last] - times[first] >= SECOND) {
				first++;
			}
			most = Math.max(most, last - first + 1);
		}
		return most;
	}

	private Duration seconds() {
		return Duration.ofSeconds(number("seconds", 60));
	}

	private int number(String name, int otherwise) {
		return Integer.parseInt(this.arguments.getOrDefault(name, Integer.toString(otherwise)));
	}

}
