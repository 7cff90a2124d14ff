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

package io.delay.benchmarks.http;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import io.delay.benchmarks.kit.BenchmarkArguments;

/**
 * Clients that wait in long polls: what they cost a server and Redis while no job
 * arrives, and how late jobs arrive. Runs on Linux only, which reports the memory of the
 * server.
 *
 * @since 0.1.0
 */
public final class WaitingBenchmark {

	private static final int WARM_UP_CLIENTS = 50;

	private static final int WARM_UP_JOBS = 5_000;

	private final int clients;

	private final int idleSeconds;

	private final int jobs;

	private final int gapMillis;

	private final LatenessCollector lateness = new LatenessCollector();

	private WaitingBenchmark(BenchmarkArguments arguments) {
		this.clients = arguments.number("clients", 1000);
		this.idleSeconds = arguments.number("idle", 30);
		this.jobs = arguments.number("jobs", 1000);
		this.gapMillis = arguments.number("gap", 10);
	}

	/**
	 * Measure and print.
	 * @param arguments {@code [systems=server,webflux] [topics=1,1000] [clients=1000]
	 * [idle=30] [jobs=1000] [gap=10] [server=…] [server-options=…]}
	 * @throws Exception if something goes wrong
	 */
	public static void main(String[] arguments) throws Exception {
		BenchmarkArguments all = BenchmarkArguments.parse(arguments);
		Servers servers = Servers.of(all, "-Xmx256m");
		List<LoadSystem> systems = Arrays.stream(all.text("systems", "server,webflux").split(","))
			.map(LoadSystem::of)
			.toList();
		List<Integer> topics = Arrays.stream(all.text("topics", "1,1000").split(",")).map(Integer::valueOf).toList();
		WaitingBenchmark benchmark = new WaitingBenchmark(all);
		all.rejectUnknown();
		for (LoadSystem system : systems) {
			try (ServerProcess redis = system.startStore(); ServerProcess server = system.startServer(servers, redis)) {
				if (server == null) {
					throw new IllegalArgumentException(system.title() + " has no server on which clients wait");
				}
				System.out.println(system.title());
				benchmark.measure(server, redis, topics);
			}
		}
	}

	private void measure(ServerProcess server, ServerProcess redis, List<Integer> topics) throws Exception {
		HttpEndpoint endpoint = new HttpEndpoint(server.port(), Servers.USER, Servers.PASSWORD);
		warmUp(endpoint);
		System.out.println("  before: " + ProcessFigures.of(server.pid()));
		for (int count : topics) {
			List<String> names = names(count);
			try (WaitingClients waiting = WaitingClients.start(endpoint, this.clients, names, this.lateness)) {
				TimeUnit.SECONDS.sleep(5);
				System.out.println(
						"  " + this.clients + " clients, " + count + " topics: " + ProcessFigures.of(server.pid()));
				measureIdle(server, redis);
				measureLateness(endpoint, names, "0s", server, redis);
				measureLateness(endpoint, names, "1s", server, redis);
				waiting.check();
				System.out.println("    refused because too many wait: " + waiting.refused());
			}
			TimeUnit.SECONDS.sleep(3);
		}
	}

	private static List<String> names(int count) {
		return IntStream.range(0, count).mapToObj((index) -> "waiting-" + count + "-" + index).toList();
	}

	private void warmUp(HttpEndpoint endpoint) throws InterruptedException, IOException {
		List<String> topics = names(5);
		try (WaitingClients waiting = WaitingClients.start(endpoint, WARM_UP_CLIENTS, topics, this.lateness)) {
			submit(endpoint, topics, "0s", WARM_UP_JOBS, 1);
			this.lateness.take(WARM_UP_JOBS);
			waiting.check();
		}
		TimeUnit.SECONDS.sleep(2);
	}

	private void measureIdle(ServerProcess server, ServerProcess redis) throws InterruptedException {
		CpuReading start = CpuReading.of(server.pid(), redis.pid());
		TimeUnit.SECONDS.sleep(this.idleSeconds);
		System.out.println("    idle: " + percentages(CpuReading.of(server.pid(), redis.pid()).since(start)));
	}

	private void measureLateness(HttpEndpoint endpoint, List<String> topics, String delay, ServerProcess server,
			ServerProcess redis) throws InterruptedException {
		CpuReading start = CpuReading.of(server.pid(), redis.pid());
		submit(endpoint, topics, delay, this.jobs, this.gapMillis);
		List<Double> sorted = this.lateness.take(this.jobs);
		CpuReading used = CpuReading.of(server.pid(), redis.pid()).since(start);
		System.out.printf(Locale.ROOT,
				"    %d jobs, one each %d ms, delay %s: late by p50 %.2f, p99 %.2f, max %.2f ms, " + "early %d; %s%n",
				this.jobs, this.gapMillis, delay, LatenessCollector.percentile(sorted, 50),
				LatenessCollector.percentile(sorted, 99), LatenessCollector.percentile(sorted, 100),
				sorted.stream().filter((late) -> late < -1).count(), percentages(used));
	}

	private static String percentages(CpuReading used) {
		return "CPU of server %.1f %%, Redis %.1f %%, clients %.1f %% of a core".formatted(
				used.server().toNanos() / 1e7 / used.seconds(), used.store().toNanos() / 1e7 / used.seconds(),
				used.client().toNanos() / 1e7 / used.seconds());
	}

	private static void submit(HttpEndpoint endpoint, List<String> topics, String delay, int count, int gapMillis) {
		long delayMicros = Long.parseLong(delay.substring(0, delay.length() - 1)) * 1_000_000;
		try (HttpJobClient client = new HttpJobClient(endpoint, "")) {
			long next = System.nanoTime();
			for (int i = 0; i < count; i++) {
				next += TimeUnit.MILLISECONDS.toNanos(gapMillis);
				while (next - System.nanoTime() > 0) {
					LockSupport.parkNanos(next - System.nanoTime());
				}
				String topic = topics.get(ThreadLocalRandom.current().nextInt(topics.size()));
				client.submit(topic, BenchmarkPayload.of(BenchmarkPayload.now() + delayMicros), delay);
			}
		}
	}

}
