// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.delay.failure;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.benchmarks.kit.BenchmarkArguments;
import io.delay.store.history.HistoryLimits;
import io.delay.store.history.HistorySettings;
import io.delay.test.redis.EmbeddedRedis;

/**
 * Restarts applications, each in a JVM of its own, one after the other under load, and
 * counts the outcomes of the jobs. Arguments, in addition to those of
 * {@link LoadSettings}, which has one partition here: {@code rounds=1 failing=0
 * other-class-path= history=0 payloads=false other-history=false}. Of a thousand jobs,
 * {@code failing} fail at the first attempt and one of these at every attempt. With the
 * class path of another version, each restart replaces an application by one of the other
 * version, so that two rounds are an upgrade and the way back. The next application is
 * stopped when the previous one has started. With a history, of {@code history} runs, all
 * finished runs are checked at the end; {@code other-history} says whether the other
 * version keeps it as well.
 *
 * @since 0.1.0
 */
public final class RollingRestartBenchmark {

	private static final Duration BEFORE = Duration.ofSeconds(20);

	private static final Duration PAUSE = Duration.ofSeconds(2);

	private final LoadSettings settings;

	private final int rounds;

	private final int failing;

	private final RollingVersion version;

	private final RollingVersion other;

	private final RollingHistory history;

	private RollingRestartBenchmark(BenchmarkArguments arguments) {
		this.settings = LoadSettings.of(arguments, 1);
		this.rounds = arguments.number("rounds", 1);
		this.failing = arguments.number("failing", 0);
		String classPath = System.getProperty("java.class.path");
		int runs = arguments.number("history", 0);
		HistoryLimits limits = (runs > 0)
				? new HistoryLimits(runs, null, Boolean.parseBoolean(arguments.text("payloads", "false")))
				: HistoryLimits.NONE;
		String otherClassPath = arguments.text("other-class-path", "");
		boolean otherHistory = Boolean.parseBoolean(arguments.text("other-history", "false"));
		this.version = new RollingVersion(classPath, limits);
		this.other = otherClassPath.isEmpty() ? this.version
				: new RollingVersion(otherClassPath, otherHistory ? limits : HistoryLimits.NONE);
		this.history = new RollingHistory(limits);
		arguments.rejectUnknown();
	}

	/**
	 * Run the benchmark and end this JVM.
	 * @param arguments as above
	 * @throws Exception if something goes wrong
	 */
	public static void main(String[] arguments) throws Exception {
		new RollingRestartBenchmark(BenchmarkArguments.parse(arguments)).run();
		System.exit(0);
	}

	private void run() throws Exception {
		Deque<RollingJvm> instances = new ArrayDeque<>();
		try (EmbeddedRedis redis = EmbeddedRedis.start();
				LoadRun run = new LoadRun(this.settings, () -> new LettuceConnectionFactory(redis.host(), redis.port()),
						this.settings.topic()
							.options()
							.withHistory(new HistorySettings(this.version.history(), Map.of())));
				AutoCloseable end = () -> instances.forEach(RollingJvm::close)) {
			for (int i = 0; i < this.settings.instances(); i++) {
				instances.add(start(0, redis, run));
			}
			for (RollingJvm instance : instances) {
				instance.awaitReady();
			}
			run.begin();
			Thread.sleep(BEFORE.toMillis());
			restart(instances, redis, run);
		}
	}

	private void restart(Deque<RollingJvm> instances, EmbeddedRedis redis, LoadRun run) throws Exception {
		long begunAt = System.nanoTime();
		List<Long> stops = new ArrayList<>();
		for (int i = 0; i < this.rounds * this.settings.instances(); i++) {
			stops.add(instances.remove().stop().toMillis());
			RollingJvm next = start(1 + i / this.settings.instances(), redis, run);
			instances.add(next);
			next.awaitReady();
			Thread.sleep(PAUSE.toMillis());
		}
		long endedAt = System.nanoTime();
		System.out.printf("%d restarts of %d instances within %d ms; stops took %s ms%n", stops.size(),
				instances.size(), (endedAt - begunAt) / 1_000_000, stops);
		LoadOutcome outcome = run.end(System.out);
		System.out.printf("doubles: %d%n", outcome.doubles().size());
		outcome.doubles().values().stream().limit(10).forEach((calls) -> System.out.println("  " + calls));
		LoadJournal journal = run.journal();
		print("before the restarts", journal.calls().stream().filter((call) -> call.startedAt() < begunAt));
		print("during the restarts",
				journal.calls().stream().filter((call) -> call.startedAt() >= begunAt && call.startedAt() < endedAt));
		if (this.version.keepsHistory()) {
			this.history.check(run.inspector(), System.out);
		}
		run.printProblems(System.out);
	}

	// Rounds with an odd number start the other version, if there is one
	private RollingJvm start(int round, EmbeddedRedis redis, LoadRun run) {
		RollingVersion started = (round % 2 == 1) ? this.other : this.version;
		return new RollingJvm(started.classPath(), started.arguments(this.settings, this.failing), redis, (call) -> {
			run.journal().add(call);
			this.history.add(call, started.keepsHistory());
		});
	}

	private void print(String when, Stream<LoadJournal.Call> calls) {
		List<LoadJournal.Call> all = calls.toList();
		long[] lateness = all.stream().mapToLong(LoadJournal.Call::latenessMicros).sorted().toArray();
		if (lateness.length == 0) {
			return;
		}
		long waited = all.stream()
			.filter((call) -> call.attempt() > 1 || call.latenessMicros() > this.settings.ttr().toMillis() * 900)
			.count();
		System.out.printf(Locale.ROOT,
				"%s: %d jobs handled, lateness p50 %.1f ms, p99 %.1f ms, max %.1f ms; %d waited for a TTR%n", when,
				all.size(), lateness[lateness.length / 2] / 1e3, lateness[lateness.length * 99 / 100] / 1e3,
				lateness[lateness.length - 1] / 1e3, waited);
	}

}
