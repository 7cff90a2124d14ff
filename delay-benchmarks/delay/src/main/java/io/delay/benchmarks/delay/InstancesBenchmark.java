// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.delay;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import io.delay.store.ReservedJob;
import io.delay.template.DelayTemplate;

/**
 * Many instances of an application on one Redis, each with its own connections: how much
 * CPU of Redis they use, how evenly they share the work, and how late jobs are.
 * Arguments:
 * {@code instances=10 topics=1 partitions=1 rate=1 delay=1000 look-ahead=20 seconds=60
 * host=localhost port=6379}, the rate in jobs per second of the first topic, 0 for idle;
 * the delay and the look-ahead in ms.
 *
 * @since 0.1.0
 */
public final class InstancesBenchmark {

	private static final Duration WARM_UP = Duration.ofSeconds(5);

	private final Map<String, String> arguments = new TreeMap<>();

	private final LongAdder[] handled;

	private final Queue<Long> latenessMicros = new ConcurrentLinkedQueue<>();

	private InstancesBenchmark(String[] arguments) {
		for (String argument : arguments) {
			String[] parts = argument.split("=", 2);
			this.arguments.put(parts[0], parts[1]);
		}
		this.handled = IntStream.range(0, number("instances", 10))
			.mapToObj((instance) -> new LongAdder())
			.toArray(LongAdder[]::new);
	}

	/**
	 * Run the benchmark.
	 * @param arguments as above
	 * @throws Exception if something goes wrong
	 */
	public static void main(String[] arguments) throws Exception {
		new InstancesBenchmark(arguments).run();
	}

	private void run() throws Exception {
		String host = this.arguments.getOrDefault("host", "localhost");
		int port = number("port", 6379);
		try (BareInstances instances = new BareInstances(host, port, number("partitions", 1),
				Duration.ofMillis(number("look-ahead", 20))); ServerFigures server = new ServerFigures(host, port)) {
			for (int i = 0; i < this.handled.length; i++) {
				LongAdder counter = this.handled[i];
				instances.start(number("topics", 1), (job, context) -> handle(job, counter));
			}
			DelayTemplate template = instances.producer();
			submit(template, WARM_UP);
			settleDown();
			long[] before = Arrays.stream(this.handled).mapToLong(LongAdder::sum).toArray();
			this.latenessMicros.clear();
			server.start();
			instances.resetCounts();
			long startedAt = System.nanoTime();
			submit(template, Duration.ofSeconds(number("seconds", 60)));
			settleDown();
			double seconds = (System.nanoTime() - startedAt) / 1e9;
			long[] shares = IntStream.range(0, before.length)
				.mapToLong((i) -> this.handled[i].sum() - before[i])
				.sorted()
				.toArray();
			print(seconds, shares, server, instances);
		}
	}

	private void handle(ReservedJob job, LongAdder counter) {
		this.latenessMicros.add(ChronoUnit.MICROS.between(job.visibleSince(), Instant.now()));
		counter.increment();
	}

	private void submit(DelayTemplate template, Duration duration) {
		int rate = number("rate", 1);
		Duration delay = Duration.ofMillis(number("delay", 1000));
		long startedAt = System.nanoTime();
		for (long sent = 0; System.nanoTime() - startedAt < duration.toNanos(); sent++) {
			if (rate == 0) {
				LockSupport.parkNanos(duration.toNanos() - (System.nanoTime() - startedAt));
				continue;
			}
			long due = startedAt + sent * 1_000_000_000L / rate;
			while (System.nanoTime() < due) {
				LockSupport.parkNanos(due - System.nanoTime());
			}
			template.submit(BareInstances.topic(0), "payload", delay);
		}
	}

	private void settleDown() throws InterruptedException {
		if (number("rate", 1) > 0) {
			Thread.sleep(number("delay", 1000) + 500);
		}
	}

	private void print(double seconds, long[] shares, ServerFigures server, BareInstances instances) {
		long jobs = Arrays.stream(shares).sum();
		double perTopicAndInstance = server.clientCommands() / seconds / number("topics", 1) / shares.length;
		System.out.printf("%d instances, %d topics, %d partitions, %.1f s: %d jobs%n", shares.length,
				number("topics", 1), number("partitions", 1), seconds, jobs);
		System.out.printf("client commands: %d, %.3f/s per topic and instance%n", server.clientCommands(),
				perTopicAndInstance);
		System.out.printf("Redis CPU: %.1f ms", server.cpuMillis());
		if (jobs > 0) {
			System.out.printf(", %.1f us per job%n", server.cpuMillis() * 1000 / jobs);
			System.out.printf("reserves per job: %.3f, empty ones: %.3f%n", instances.reserves() / (double) jobs,
					instances.emptyReserves() / (double) jobs);
			System.out.printf("jobs per instance: least %d, most %d, even share %.1f%n", shares[0],
					shares[shares.length - 1], jobs / (double) shares.length);
			System.out.printf("lateness: %s%n", LatenessFigures.of(this.latenessMicros));
		}
		else {
			System.out.println();
		}
	}

	private int number(String name, int otherwise) {
		return Integer.parseInt(this.arguments.getOrDefault(name, Integer.toString(otherwise)));
	}

}
