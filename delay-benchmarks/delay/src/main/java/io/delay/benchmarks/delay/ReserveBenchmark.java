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

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.zset.Aggregate;
import org.springframework.data.redis.connection.zset.Weights;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.redis.RedisConnections;
import io.delay.redis.RedisJobStore;
import io.delay.redis.RedisJobStoreOptions;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;
import io.delay.test.redis.EmbeddedRedis;
import io.delay.test.redis.RedisNode;

/**
 * The CPU time of Redis per reserved job, in microseconds, by the size of the payload:
 * for waiting jobs and for jobs whose lease has expired. Arguments:
 * {@code sizes=200,65000,1000000 limits=208,208,64 jobs=20000 megabytes=64 rounds=3};
 * each measurement has as many jobs as {@code jobs} and {@code megabytes} allow. The
 * binary of Redis is chosen by {@code -Ddelay.test.redis.executable}.
 *
 * @since 0.1.0
 */
public final class ReserveBenchmark {

	private static final String TOPIC = "reserve";

	private static final String RESERVED = "{delay:" + TOPIC + ":0}:reserved";

	private static final Duration TTR = Duration.ofHours(1);

	private static final int MAX_ATTEMPTS = 100;

	private final RedisJobStore store;

	private final StringRedisTemplate redis;

	private final RedisCpu cpu;

	private int token;

	private ReserveBenchmark(RedisJobStore store, StringRedisTemplate redis, RedisCpu cpu) {
		this.store = store;
		this.redis = redis;
		this.cpu = cpu;
	}

	/**
	 * Run the benchmark.
	 * @param arguments as above
	 * @throws Exception if something goes wrong
	 */
	public static void main(String[] arguments) throws Exception {
		Map<String, String> values = new TreeMap<>(Map.of("sizes", "200,65000,1000000", "limits", "208,208,64", "jobs",
				"20000", "megabytes", "64", "rounds", "3"));
		for (String argument : arguments) {
			String[] parts = argument.split("=", 2);
			values.put(parts[0], parts[1]);
		}
		String[] sizes = values.getOrDefault("sizes", "").split(",");
		String[] limits = values.getOrDefault("limits", "").split(",");
		int megabytes = Integer.parseInt(values.get("megabytes"));
		try (EmbeddedRedis redis = EmbeddedRedis.start(); RedisCpu cpu = new RedisCpu(redis.port())) {
			LettuceConnectionFactory application = new LettuceConnectionFactory(RedisNode.HOST, redis.port());
			application.afterPropertiesSet();
			application.start();
			try (RedisConnections connections = new RedisConnections(application);
					RedisJobStore store = new RedisJobStore(connections, new RedisJobStoreOptions("delay"))) {
				ReserveBenchmark benchmark = new ReserveBenchmark(store, new StringRedisTemplate(application), cpu);
				for (int i = 0; i < sizes.length; i++) {
					int size = Integer.parseInt(sizes[i]);
					int jobs = Math.min(Integer.parseInt(values.get("jobs")), megabytes * 1_000_000 / size);
					for (int round = 0; round < Integer.parseInt(values.get("rounds")); round++) {
						System.out.print(benchmark.measure(size, jobs, Integer.parseInt(limits[i])));
					}
				}
			}
			finally {
				application.destroy();
			}
		}
	}

	private String measure(int size, int jobs, int limit) {
		this.cpu.empty();
		byte[] payload = new byte[size];
		Arrays.fill(payload, (byte) 'x');
		int batch = Math.max(1, Math.min(500, 256_000 / size));
		for (int i = 0; i < jobs; i += batch) {
			submit(i, Math.min(jobs, i + batch), payload);
		}
		double waiting = reserve(jobs, limit);
		// all leases end in 1970
		this.redis.opsForZSet().unionAndStore(RESERVED, List.of(), RESERVED, Aggregate.SUM, Weights.of(0));
		double expired = reserve(jobs, limit);
		return "%,9d bytes, limit %d: waiting %,.1f us, lease ran out %,.1f us per job%n".formatted(size, limit,
				waiting * 1e6 / jobs, expired * 1e6 / jobs);
	}

	private void submit(int from, int to, byte[] payload) {
		JobRecord record = JobRecord.of(payload);
		NewJob[] jobs = new NewJob[to - from];
		Arrays.setAll(jobs, (i) -> new NewJob(TOPIC, "job-" + (from + i), new DueTime.After(Duration.ZERO),
				ConflictPolicy.KEEP, record));
		this.store.submit(List.of(jobs));
	}

	// Reserves all jobs and returns the CPU time of Redis in seconds.
	private double reserve(int jobs, int limit) {
		double before = this.cpu.seconds();
		for (int left = jobs; left > 0;) {
			ReserveResult result = this.store.reserve(new ReserveRequest(TOPIC, "host/benchmark:" + ++this.token,
					Math.min(left, limit), new ReserveTerms(TTR, MAX_ATTEMPTS)));
			left -= result.jobs().size();
		}
		return this.cpu.seconds() - before;
	}

}
