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

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import com.sun.management.OperatingSystemMXBean;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.benchmarks.kit.BenchmarkArguments;
import io.delay.converter.SimplePayloadConverter;
import io.delay.job.Job;
import io.delay.listener.BatchJobHandler;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.JobHandler;
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
import io.delay.test.redis.RedisNode;

/**
 * The drain of ready jobs through a handler of single jobs and through a handler of
 * batches, in turns: jobs per second, and the CPU time of the client and of Redis per
 * job, with handlers that only count and with handlers whose calls wait, as calls to
 * another system do. Arguments: {@code jobs=100000 rounds=5 workers=16 batch=100
 * wait-micros=1000}. The binary of Redis is chosen by
 * {@code -Ddelay.test.redis.executable}.
 *
 * @since 0.1.0
 */
public final class BatchHandlerBenchmark {

	private static final String TOPIC = "drain";

	private static final int SUBMITTED_AT_ONCE = 500;

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	/** For the acknowledgements of the last jobs. */
	private static final Duration SETTLING = Duration.ofMillis(300);

	private final OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

	private final int jobs;

	private final int workers;

	private final Map<String, List<Drain>> drains = new LinkedHashMap<>();

	private BatchHandlerBenchmark(int jobs, int workers) {
		this.jobs = jobs;
		this.workers = workers;
	}

	/**
	 * Run the benchmark.
	 * @param arguments as above
	 * @throws Exception if something goes wrong
	 */
	public static void main(String[] arguments) throws Exception {
		BenchmarkArguments given = BenchmarkArguments.parse(arguments);
		int rounds = given.number("rounds", 5);
		int batch = given.number("batch", 100);
		long wait = TimeUnit.MICROSECONDS.toNanos(given.number("wait-micros", 1000));
		BatchHandlerBenchmark benchmark = new BatchHandlerBenchmark(given.number("jobs", 100_000),
				given.number("workers", 16));
		given.rejectUnknown();
		try (EmbeddedRedis redis = EmbeddedRedis.start()) {
			// The first round warms up and does not count
			for (int round = 0; round <= rounds; round++) {
				benchmark.measure(redis, "single, counts", 1, 0);
				benchmark.measure(redis, "batch, counts", batch, 0);
				benchmark.measure(redis, "single, waits", 1, wait);
				benchmark.measure(redis, "batch, waits", batch, wait);
				if (round == 0) {
					benchmark.drains.clear();
				}
			}
		}
		benchmark.drains.forEach((name, drains) -> System.out.println("%-15s %s".formatted(name, median(drains))));
	}

	private void measure(EmbeddedRedis redis, String name, int batch, long wait) throws InterruptedException {
		LettuceConnectionFactory application = new LettuceConnectionFactory(RedisNode.HOST, redis.port());
		RedisJobStoreOptions options = new RedisJobStoreOptions("delay");
		try (RedisCpu cpu = new RedisCpu(redis.port());
				RedisConnections connections = new RedisConnections(application);
				RedisJobStore store = new RedisJobStore(connections, options)) {
			cpu.empty();
			submit(new DelayTemplate(store, new RedisJobStoreInspector(connections, options),
					new SimplePayloadConverter()));
			CountDownLatch handled = new CountDownLatch(this.jobs);
			DelayListenerContainer container = new DelayListenerContainerFactory(store,
					DelayListenerContainerOptions.builder().build())
				.create(new DelayListenerEndpoint(TOPIC, TOPIC,
						ListenerSettings.builder().concurrency(this.workers).batch((batch > 1) ? batch : null).build(),
						(batch > 1) ? batches(handled, wait) : single(handled, wait)));
			double redisBefore = cpu.seconds();
			long clientBefore = this.process.getProcessCpuTime();
			long startedAt = System.nanoTime();
			container.start();
			if (!handled.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
				throw new IllegalStateException(handled.getCount() + " jobs were not handled");
			}
			double seconds = (System.nanoTime() - startedAt) / 1e9;
			Thread.sleep(SETTLING.toMillis());
			this.drains.computeIfAbsent(name, (key) -> new ArrayList<>())
				.add(new Drain(this.jobs / seconds, (this.process.getProcessCpuTime() - clientBefore) / 1e3 / this.jobs,
						(cpu.seconds() - redisBefore) * 1e6 / this.jobs));
			container.stop();
		}
	}

	private void submit(DelayTemplate template) {
		Job job = Job.to(TOPIC).payload("x".repeat(200)).build();
		for (int i = 0; i < this.jobs; i += SUBMITTED_AT_ONCE) {
			template.submitAll(Collections.nCopies(Math.min(SUBMITTED_AT_ONCE, this.jobs - i), job));
		}
	}

	private static JobHandler single(CountDownLatch handled, long wait) {
		return (job, context) -> {
			pause(wait);
			handled.countDown();
		};
	}

	private static BatchJobHandler batches(CountDownLatch handled, long wait) {
		return (jobs, contexts) -> {
			pause(wait);
			jobs.forEach((job) -> handled.countDown());
		};
	}

	private static void pause(long nanos) {
		if (nanos > 0) {
			LockSupport.parkNanos(nanos);
		}
	}

	private static Drain median(List<Drain> drains) {
		return new Drain(median(drains.stream().map(Drain::rate).sorted().toList(), drains.size()),
				median(drains.stream().map(Drain::clientMicros).sorted().toList(), drains.size()),
				median(drains.stream().map(Drain::redisMicros).sorted().toList(), drains.size()));
	}

	private static double median(List<Double> sorted, int count) {
		return sorted.get(count / 2);
	}

	/**
	 * What the drain of all jobs took.
	 *
	 * @param rate the jobs per second
	 * @param clientMicros the CPU time of this JVM per job, in microseconds
	 * @param redisMicros the CPU time of Redis per job, in microseconds
	 */
	private record Drain(double rate, double clientMicros, double redisMicros) {

		@Override
		public String toString() {
			return "%,9.0f jobs/s, client %5.2f us, Redis %5.2f us per job".formatted(this.rate, this.clientMicros,
					this.redisMicros);
		}

	}

}
