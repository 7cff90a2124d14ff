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
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.converter.SimplePayloadConverter;
import io.delay.job.Job;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.ListenerSettings;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.listener.container.DelayListenerContainerOptions;
import io.delay.redis.RedisConnections;
import io.delay.redis.RedisJobStore;
import io.delay.redis.RedisJobStoreInspector;
import io.delay.redis.RedisJobStoreOptions;
import io.delay.template.DelayTemplate;
import io.delay.test.redis.EmbeddedRedis;
import io.delay.test.redis.EmbeddedRedisCluster;
import io.delay.test.redis.RedisNode;

/**
 * Submit and drain on one Redis and on a Cluster of 3 masters, each with 1, 4 and 16
 * partitions: jobs per second, Redis CPU per job, and its distribution over the nodes.
 * Arguments: {@code jobs=50000 rounds=3}. The binary of Redis is chosen by
 * {@code -Ddelay.test.redis.executable}.
 *
 * @since 0.1.0
 */
public final class PartitionsBenchmark {

	private static final int THREADS = 16;

	private static final byte[] PAYLOAD = new byte[200];

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private final int jobs;

	private final int rounds;

	private final Map<String, List<String>> results = new TreeMap<>();

	private PartitionsBenchmark(int jobs, int rounds) {
		this.jobs = jobs;
		this.rounds = rounds;
		Arrays.fill(PAYLOAD, (byte) 'x');
	}

	/**
	 * Run the benchmark.
	 * @param arguments as above
	 * @throws Exception if something goes wrong
	 */
	public static void main(String[] arguments) throws Exception {
		Map<String, Integer> numbers = new TreeMap<>(Map.of("jobs", 50_000, "rounds", 3));
		for (String argument : arguments) {
			String[] parts = argument.split("=", 2);
			numbers.put(parts[0], Integer.parseInt(parts[1]));
		}
		new PartitionsBenchmark(numbers.getOrDefault("jobs", 0), numbers.getOrDefault("rounds", 0)).run();
	}

	private void run() throws Exception {
		try (EmbeddedRedis one = EmbeddedRedis.start(); EmbeddedRedisCluster three = EmbeddedRedisCluster.start(3, 0)) {
			List<Integer> ofOne = List.of(one.port());
			List<Integer> ofThree = three.masters().stream().map(RedisNode::port).toList();
			measure(ofOne, 1, 0);
			measure(ofThree, 16, 0);
			for (int round = 1; round <= this.rounds; round++) {
				for (int partitions : new int[] { 1, 4, 16 }) {
					measure(ofOne, partitions, round);
					measure(ofThree, partitions, round);
				}
			}
		}
		this.results.forEach((name, lines) -> lines.forEach((line) -> System.out.println(name + line)));
	}

	// The first round warms up and does not count.
	private void measure(List<Integer> ports, int partitions, int round) throws Exception {
		List<RedisCpu> nodes = ports.stream().map(RedisCpu::new).toList();
		nodes.forEach(RedisCpu::empty);
		LettuceConnectionFactory application = (ports.size() == 1)
				? new LettuceConnectionFactory(RedisNode.HOST, ports.get(0))
				: new LettuceConnectionFactory(new RedisClusterConfiguration(
						ports.stream().map((port) -> RedisNode.HOST + ":" + port).toList()));
		RedisJobStoreOptions options = new RedisJobStoreOptions("delay", partitions, Map.of());
		try (RedisConnections connections = new RedisConnections(application);
				RedisJobStore store = new RedisJobStore(connections, options)) {
			DelayTemplate template = new DelayTemplate(store, new RedisJobStoreInspector(connections, options),
					new SimplePayloadConverter());
			Instant due = Instant.now().plusSeconds(5 + this.jobs / 5000);
			double[] start = cpu(nodes);
			double submit = inThreads(template, due, "one-by-one");
			double[] submitted = cpu(nodes);
			double submitAll = batches(template);
			double[] batched = cpu(nodes);
			CountDownLatch handled = new CountDownLatch(this.jobs);
			DelayListenerContainer container = new DelayListenerContainerFactory(store,
					DelayListenerContainerOptions.builder().build())
				.create(new DelayListenerEndpoint("drain", "one-by-one",
						ListenerSettings.builder().concurrency(THREADS).build(),
						(job, context) -> handled.countDown()));
			Thread.sleep(Math.max(0, Duration.between(Instant.now(), due).toMillis()));
			double[] beforeDrain = cpu(nodes);
			container.start();
			long startedAt = System.nanoTime();
			if (!handled.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
				throw new IllegalStateException(handled.getCount() + " jobs were not handled");
			}
			double drain = this.jobs / ((System.nanoTime() - startedAt) / 1e9);
			Thread.sleep(300);
			double[] drained = cpu(nodes);
			container.stop();
			if (round > 0) {
				this.results
					.computeIfAbsent("%d masters, %2d partitions: ".formatted(nodes.size(), partitions),
							(name) -> new ArrayList<>())
					.add("submit %,.0f/s (%s us), submitAll %,.0f/s (%s us), drain %,.0f/s (%s us)".formatted(submit,
							perJob(start, submitted), submitAll, perJob(submitted, batched), drain,
							perJob(beforeDrain, drained)));
			}
		}
		finally {
			nodes.forEach(RedisCpu::close);
		}
	}

	private double inThreads(DelayTemplate template, Instant due, String topic) throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(THREADS);
		try {
			List<Future<?>> submits = new ArrayList<>();
			long startedAt = System.nanoTime();
			for (int thread = 0; thread < THREADS; thread++) {
				int count = this.jobs / THREADS + ((thread < this.jobs % THREADS) ? 1 : 0);
				submits.add(threads.submit(() -> {
					for (int i = 0; i < count; i++) {
						template.submit(Job.to(topic).payload(PAYLOAD).dueTime(due).build());
					}
				}));
			}
			for (Future<?> submit : submits) {
				submit.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
			}
			return this.jobs / ((System.nanoTime() - startedAt) / 1e9);
		}
		finally {
			threads.shutdownNow();
		}
	}

	private double batches(DelayTemplate template) {
		long startedAt = System.nanoTime();
		for (int i = 0; i < this.jobs; i += 500) {
			template.submitAll(Collections.nCopies(Math.min(500, this.jobs - i),
					Job.to("batches").payload(PAYLOAD).delay(Duration.ofHours(1)).build()));
		}
		return this.jobs / ((System.nanoTime() - startedAt) / 1e9);
	}

	private static double[] cpu(List<RedisCpu> nodes) {
		return nodes.stream().mapToDouble(RedisCpu::seconds).toArray();
	}

	// The CPU time of all nodes in microseconds, and the share of each node in percent.
	private String perJob(double[] before, double[] after) {
		double[] used = new double[before.length];
		Arrays.setAll(used, (i) -> after[i] - before[i]);
		double sum = Arrays.stream(used).sum();
		StringBuilder text = new StringBuilder("%.1f".formatted(sum * 1e6 / this.jobs));
		for (int i = 0; used.length > 1 && i < used.length; i++) {
			text.append((i == 0) ? ": " : "/").append(Math.round(100 * used[i] / sum));
		}
		return text.toString();
	}

}
