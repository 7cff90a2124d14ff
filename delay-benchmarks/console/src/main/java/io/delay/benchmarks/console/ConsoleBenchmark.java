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

package io.delay.benchmarks.console;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.delay.benchmarks.kit.BenchmarkArguments;
import io.delay.test.redis.EmbeddedRedis;

/**
 * The console in Chromium on a Redis with many topics and jobs: how long each view takes,
 * how many commands viewers cause, and whether the memory of a page that reads again and
 * again stays flat. The binary of Redis is chosen by
 * {@code -Ddelay.test.redis.executable}.
 *
 * @since 0.1.0
 */
public final class ConsoleBenchmark {

	private static final int JOBS_PER_TOPIC = 20;

	private final int topics;

	private final int rounds;

	private final int seconds;

	private final int minutes;

	private final int changes;

	private final List<Integer> viewers;

	private ConsoleBenchmark(BenchmarkArguments arguments) {
		this.topics = arguments.number("topics", 1_000);
		this.rounds = arguments.number("rounds", 5);
		this.seconds = arguments.number("seconds", 30);
		this.minutes = arguments.number("minutes", 30);
		this.changes = arguments.number("changes", 20);
		this.viewers = Arrays.stream(arguments.text("viewers", "1,10").split(",")).map(Integer::valueOf).toList();
	}

	/**
	 * Measure and print.
	 * @param arguments {@code [topics=1000] [waiting=1000000] [failed=100000]
	 * [causes=200] [finished=100000] [rounds=5] [viewers=1,10] [seconds=30] [minutes=30]
	 * [changes=20]}, where {@code changes} is the number of jobs that are submitted in a
	 * second while the page is open
	 * @throws Exception if something goes wrong
	 */
	public static void main(String[] arguments) throws Exception {
		BenchmarkArguments all = BenchmarkArguments.parse(arguments);
		int finished = all.number("finished", 100_000);
		int failed = all.number("failed", 100_000);
		int causes = all.number("causes", 200);
		int waiting = all.number("waiting", 1_000_000);
		ConsoleBenchmark benchmark = new ConsoleBenchmark(all);
		all.rejectUnknown();
		try (EmbeddedRedis redis = EmbeddedRedis.start();
				ConsoleServer server = ConsoleServer.start(redis.port());
				RedisLoad load = new RedisLoad(redis.port())) {
			ManyJobs jobs = new ManyJobs(server.store());
			jobs.addFinished(finished);
			jobs.addFailed(failed, causes);
			jobs.addWaiting(waiting);
			jobs.addTopics(benchmark.topics - 1, JOBS_PER_TOPIC);
			benchmark.measureViews(server);
			benchmark.measureViewers(server, load);
			benchmark.measureMemory(server, jobs);
		}
	}

	private static Map<String, String> views() {
		String topic = "#/topic/" + ManyJobs.TOPIC;
		Map<String, String> views = new LinkedHashMap<>();
		views.put("#/", "table.topics tbody tr");
		views.put(topic, "svg");
		views.put(topic + "/jobs?state=delayed", "table.jobs tbody tr");
		views.put(topic + "/jobs?state=delayed&order=newest", "table.jobs tbody tr");
		views.put(topic + "/jobs?state=failed", "table.jobs tbody tr");
		views.put(topic + "/jobs?state=finished", "tbody tr");
		views.put(topic + "/failed", "ul.groups li");
		views.put(topic + "/job?id=failed-77", "main pre");
		views.put("#/find?id=waiting-77", "main a[href*='waiting-77']");
		return views;
	}

	private void measureViews(ConsoleServer server) {
		System.out.println("| view | loaded: answered, ms | painted, ms | opened: answered, ms | painted after, ms |");
		System.out.println("| --- | --- | --- | --- | --- |");
		try (Chromium browser = new Chromium()) {
			views().forEach((hash, element) -> {
				ViewTime loaded = median(() -> browser.load(server.address() + hash, element));
				ViewTime opened = median(() -> {
					browser.leaveView();
					return browser.openView(hash, element);
				});
				System.out.printf("| `%s` | %.0f | %.0f | %.0f | %.0f |%n", hash, loaded.answered(), loaded.painted(),
						opened.answered(), opened.afterAnswer());
			});
		}
	}

	private ViewTime median(Measurement measurement) {
		return IntStream.range(0, this.rounds)
			.mapToObj((round) -> measurement.take())
			.sorted(Comparator.comparingDouble(ViewTime::painted))
			.skip(this.rounds / 2)
			.findFirst()
			.orElseThrow();
	}

	private void measureViewers(ConsoleServer server, RedisLoad load) throws InterruptedException {
		System.out.println();
		System.out
			.println("| viewers | page | scripts/s | commands/s, those of scripts included | Redis, % of a core |");
		System.out.println("| --- | --- | --- | --- | --- |");
		System.out.println("| 0 | | " + load.over(this.seconds) + " |");
		for (int count : this.viewers) {
			for (String hash : List.of("#/", "#/topic/" + ManyJobs.TOPIC, "#/topic/" + ManyJobs.TOPIC + "/failed")) {
				try (Chromium browser = new Chromium()) {
					browser.load(server.address() + hash, "main h1");
					for (int i = 1; i < count; i++) {
						browser.openWindow(server.address() + hash);
					}
					String result = load.over(this.seconds);
					System.out.println("| %d | `%s` | %s |".formatted(browser.visibleWindows(), hash, result));
				}
			}
		}
	}

	private void measureMemory(ConsoleServer server, ManyJobs jobs) throws InterruptedException {
		System.out.println();
		System.out.println("Memory of the page while it reads each 5 s and " + this.changes
				+ " jobs a second are submitted, after minutes:");
		ScheduledExecutorService submitter = Executors.newSingleThreadScheduledExecutor();
		AtomicInteger number = new AtomicInteger();
		submitter.scheduleAtFixedRate(() -> jobs.addOne("new-" + number.incrementAndGet()), 0,
				1_000_000L / this.changes, TimeUnit.MICROSECONDS);
		try (Chromium overview = new Chromium(); Chromium failed = new Chromium()) {
			overview.load(server.address() + "#/", "table.topics tbody tr");
			failed.load(server.address() + "#/topic/" + ManyJobs.TOPIC + "/failed", "ul.groups li");
			for (int minute = 0; minute <= this.minutes; minute++) {
				System.out.println(minute + ": topics " + overview.memory() + "; failures " + failed.memory());
				if (minute < this.minutes) {
					TimeUnit.MINUTES.sleep(1);
				}
			}
		}
		finally {
			submitter.shutdownNow();
		}
	}

	@FunctionalInterface
	private interface Measurement {

		ViewTime take();

	}

}
