// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.delay;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.admin.DelayAdmin;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.redis.RedisConnections;
import io.delay.redis.RedisJobStore;
import io.delay.redis.RedisJobStoreAdministrator;
import io.delay.redis.RedisJobStoreInspector;
import io.delay.redis.RedisJobStoreOptions;
import io.delay.store.FailureReason;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.Settlement;
import io.delay.store.admin.JobEdit;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.PageOrder;
import io.delay.store.history.HistoryLimits;
import io.delay.store.history.HistorySettings;
import io.delay.store.history.RunPage;
import io.delay.test.redis.EmbeddedRedis;
import io.delay.test.redis.RedisNode;

/**
 * The operations of operators on a topic with many jobs: how long each takes, how many
 * scripts it runs, and for how long the slowest of them blocks Redis. Arguments:
 * {@code waiting=1000000 failed=100000 finished=100000 partitions=1 stack-trace-bytes=0 rounds=5}.
 * The binary of Redis is chosen by {@code -Ddelay.test.redis.executable}.
 *
 * @since 0.1.0
 */
public final class OperatorBenchmark {

	private static final String TOPIC = "orders";

	/** The jobs of the first partition. */
	private static final String JOBS = "{delay:" + TOPIC + ":0}:jobs";

	private static final int BATCH = 500;

	/** About as many as a purge needs. */
	private static final int CONTROL_SCRIPTS = 10_000;

	/** The slow log records commands that take at least this long. */
	private static final Duration SLOW = Duration.of(10, ChronoUnit.MICROS);

	/** The same in operations with many scripts, so that the log stays small. */
	private static final Duration VERY_SLOW = Duration.of(500, ChronoUnit.MICROS);

	/** How many jobs are ready, and how many are reserved. */
	private static final int PRESENT = 10_000;

	private static final byte[] PAYLOAD = "x".repeat(200).getBytes(StandardCharsets.UTF_8);

	private final Map<String, String> arguments;

	private final RedisJobStore store;

	private final DelayAdmin admin;

	private final SlowestCommand slowest;

	private final List<ReservedJob> reserved = new ArrayList<>();

	private int token;

	private OperatorBenchmark(Map<String, String> arguments, RedisJobStore store, DelayAdmin admin,
			SlowestCommand slowest) {
		this.arguments = arguments;
		this.store = store;
		this.admin = admin;
		this.slowest = slowest;
	}

	/**
	 * Run the benchmark.
	 * @param arguments as above
	 * @throws Exception if something goes wrong
	 */
	public static void main(String[] arguments) throws Exception {
		Map<String, String> values = new TreeMap<>(Map.of("waiting", "1000000", "failed", "100000", "finished",
				"100000", "partitions", "1", "stack-trace-bytes", "0", "rounds", "5"));
		for (String argument : arguments) {
			String[] parts = argument.split("=", 2);
			values.put(parts[0], parts[1]);
		}
		try (EmbeddedRedis redis = EmbeddedRedis.start(); SlowestCommand slowest = new SlowestCommand(redis.port())) {
			LettuceConnectionFactory application = new LettuceConnectionFactory(RedisNode.HOST, redis.port());
			application.afterPropertiesSet();
			application.start();
			RedisJobStoreOptions options = new RedisJobStoreOptions("delay")
				.withPartitions(Integer.parseInt(values.get("partitions")))
				.withHistory(new HistorySettings(new HistoryLimits(1_000_000, null, false), Map.of()));
			try (RedisConnections connections = new RedisConnections(application);
					RedisJobStore store = new RedisJobStore(connections, options)) {
				DelayAdmin admin = new DelayAdmin(store, new RedisJobStoreInspector(connections, options),
						new RedisJobStoreAdministrator(connections, options));
				new OperatorBenchmark(values, store, admin, slowest).run();
			}
			finally {
				application.destroy();
			}
		}
	}

	private int number(String name) {
		return Integer.parseInt(this.arguments.get(name));
	}

	private void run() throws Exception {
		fill();
		System.out.println("| operation | ms | scripts | longest script of a round, ms | of all rounds |");
		System.out.println("| --- | --- | --- | --- | --- |");
		read();
		write();
	}

	private void fill() {
		submit("done-", number("finished"), Duration.ZERO);
		settle((job) -> new Settlement.Ack(job.lease()));
		submit("failed-", number("failed"), Duration.ZERO);
		settle((job) -> new Settlement.Bury(job.lease(), reason(failure(job))));
		submit("waiting-", number("waiting"), Duration.ofDays(1));
		submit("reserved-", PRESENT, Duration.ZERO);
		for (List<ReservedJob> jobs = reserve(); !jobs.isEmpty(); jobs = reserve()) {
			this.reserved.addAll(jobs);
		}
		submit("ready-", PRESENT, Duration.ZERO);
	}

	private void refill() {
		submit("failed-", number("failed"), Duration.ZERO);
		settle((job) -> new Settlement.Bury(job.lease(), reason(failure(job))));
		submit("waiting-", number("waiting"), Duration.ofDays(1));
	}

	private FailureReason reason(Exception failure) {
		int bytes = number("stack-trace-bytes");
		return FailureReason.of(failure, "benchmark", (bytes > 0) ? "at".repeat(bytes / 2) : null,
				Duration.ofMillis(1));
	}

	private static Exception failure(ReservedJob job) {
		int number = Integer.parseInt(job.lease().id().substring(job.lease().id().indexOf('-') + 1));
		return new IllegalStateException("Payment " + number + " was refused by bank '" + number % 1000 + "', reason "
				+ (char) ('A' + number % 20));
	}

	private void submit(String prefix, int count, Duration delay) {
		JobRecord record = JobRecord.of(PAYLOAD);
		for (int from = 0; from < count; from += BATCH) {
			this.store.submit(IntStream.range(from, Math.min(count, from + BATCH))
				.mapToObj((i) -> new NewJob(TOPIC, prefix + i,
						new DueTime.After(delay.isZero() ? delay : delay.plusMillis(i)), ConflictPolicy.KEEP, record))
				.toList());
		}
	}

	private void settle(Function<ReservedJob, Settlement> settlement) {
		List<ReservedJob> jobs;
		do {
			jobs = reserve();
			if (!jobs.isEmpty()) {
				this.store.settle(jobs.stream().map(settlement).toList());
			}
		}
		while (!jobs.isEmpty());
	}

	private List<ReservedJob> reserve() {
		return this.store
			.reserve(new ReserveRequest(TOPIC, "host/benchmark:" + ++this.token, BATCH,
					new ReserveTerms(Duration.ofHours(1), 1)))
			.jobs();
	}

	private void read() throws Exception {
		// If the jobs of the first partition are moving to a larger table, this ends it
		lookUp("for comparison: the first scripts with 200 bare HEXISTS");
		measure("status", () -> this.admin.topics().status(TOPIC));
		measure("consumers", () -> this.admin.topics().consumers(TOPIC));
		measure("find", () -> this.admin.jobs().find(TOPIC, "failed-77"));
		measure("life of a job", () -> this.admin.jobs().life(TOPIC, "failed-77"));
		for (JobState state : JobState.values()) {
			measure("first page of 500, " + state, () -> this.admin.jobs().page(TOPIC, state, null, 500));
			JobPage first = this.admin.jobs().page(TOPIC, state, null, 500);
			measure("next page, " + state, () -> this.admin.jobs().page(TOPIC, state, first.next(), 500));
			measure("first page of 500, newest first, " + state,
					() -> this.admin.jobs().page(TOPIC, state, PageOrder.NEWEST_FIRST, null, 500));
			JobPage newest = this.admin.jobs().page(TOPIC, state, PageOrder.NEWEST_FIRST, null, 500);
			measure("next page, newest first, " + state,
					() -> this.admin.jobs().page(TOPIC, state, PageOrder.NEWEST_FIRST, newest.next(), 500));
		}
		measure("forecast, 24 intervals", () -> {
			Instant now = Instant.now();
			return this.admin.topics().forecast(TOPIC, now, now.plus(Duration.ofDays(1)), Duration.ofHours(1));
		});
		measure("throughput", () -> this.admin.topics().throughput(TOPIC));
		measure("first page of 500 finished runs", () -> this.admin.jobs().history(TOPIC, null, 500));
		RunPage runs = this.admin.jobs().history(TOPIC, null, 500);
		measure("next page of finished runs", () -> this.admin.jobs().history(TOPIC, runs.next(), 500));
		measure("finished runs of an id", () -> this.admin.jobs().history(TOPIC, "done-77", null, 50));
		measure("failures by cause", () -> this.admin.bulk().failureGroups(TOPIC));
		measure("one step of an audit", () -> this.admin.topics().audit(TOPIC, null));
		measureManyScripts("whole audit", () -> this.admin.topics().auditAll(TOPIC, 100));
		lookUp("for comparison: scripts with 200 bare HEXISTS");
	}

	private void lookUp(String name) throws Exception {
		measureManyScripts(name, () -> {
			this.slowest.lookUp(CONTROL_SCRIPTS, JOBS, "waiting-", number("waiting"));
			return null;
		});
	}

	private void write() throws Exception {
		measure("pause", () -> this.admin.topics().pause(TOPIC));
		measure("resume", () -> this.admin.topics().resume(TOPIC));
		this.store.settle(this.reserved.stream().<Settlement>map((job) -> new Settlement.Ack(job.lease())).toList());
		measureManyScripts("purge of ready jobs", () -> this.admin.bulk().purge(TOPIC, JobState.READY));
		measure("forget, topic with jobs", () -> this.admin.topics().forget(TOPIC));
		measure("kick of 500 ids", () -> this.admin.jobs().kick(TOPIC, ids("failed-"), Duration.ofDays(1)));
		measure("bury of 500 ids", () -> this.admin.jobs().bury(TOPIC, ids("failed-"), "benchmark"));
		measure("reschedule of 500 ids",
				() -> this.admin.jobs().reschedule(TOPIC, ids("waiting-"), DueTime.after(Duration.ofDays(2))));
		measure("cancel of 500 ids", 1, () -> this.admin.jobs().cancel(TOPIC, ids("waiting-")));
		measure("edit", 1, () -> {
			String version = Objects
				.requireNonNull(this.admin.jobs().find(TOPIC, "waiting-77").orElseThrow().version());
			return this.admin.jobs().edit(TOPIC, "waiting-77", JobEdit.ofPayload(version, PAYLOAD));
		});
		measureManyScripts("kick of a cause", () -> this.admin.bulk().kickGroup(TOPIC, anyCause(), Duration.ofDays(1)));
		measureManyScripts("cancel of a cause", () -> this.admin.bulk().cancelGroup(TOPIC, anyCause()));
		measureManyScripts("kick of all failed jobs", () -> this.admin.bulk().kickAll(TOPIC, Duration.ofDays(1)));
		this.admin.jobs().bury(TOPIC, ids("failed-"), "benchmark");
		measureManyScripts("for comparison: scripts that only count", () -> {
			this.slowest.count(CONTROL_SCRIPTS);
			return null;
		});
		measure("purge of failed jobs", 1, () -> this.admin.bulk().purge(TOPIC, JobState.FAILED));
		measureManyScripts("purge of all waiting jobs", () -> this.admin.bulk().purge(TOPIC, JobState.DELAYED));
		// Redis frees the memory of the purge in the background
		measureManyScripts("for comparison: a submit of 10,000 jobs after the purge", () -> {
			submit("ready-", PRESENT, Duration.ZERO);
			return null;
		});
		Thread.sleep(Duration.ofSeconds(2).toMillis());
		this.admin.bulk().purge(TOPIC);
		measure("forget, empty topic", 1, () -> this.admin.topics().forget(TOPIC));
		refill();
		measureManyScripts("purge of all waiting jobs beside all failed jobs",
				() -> this.admin.bulk().purge(TOPIC, JobState.DELAYED));
		refill();
		measureManyScripts("purge of the topic", () -> this.admin.bulk().purge(TOPIC));
	}

	private String anyCause() {
		return this.admin.bulk().failureGroups(TOPIC).groups().get(0).cause();
	}

	private static List<String> ids(String prefix) {
		return IntStream.range(1000, 1500).mapToObj((i) -> prefix + i).toList();
	}

	private void measure(String name, Callable<?> operation) throws Exception {
		measure(name, number("rounds"), operation);
	}

	private void measure(String name, int rounds, Callable<?> operation) throws Exception {
		measure(name, rounds, SLOW, operation);
	}

	private void measureManyScripts(String name, Callable<?> operation) throws Exception {
		measure(name, 1, VERY_SLOW, operation);
	}

	// Prints the medians of the rounds, and the longest script of all of them.
	private void measure(String name, int rounds, Duration slow, Callable<?> operation) throws Exception {
		long[] micros = new long[rounds];
		long scripts = 0;
		long[] longest = new long[rounds];
		for (int i = 0; i < micros.length; i++) {
			this.slowest.start(slow);
			long start = System.nanoTime();
			operation.call();
			micros[i] = (System.nanoTime() - start) / 1000;
			long[] commands = this.slowest.stop();
			scripts = Math.max(scripts, commands[0]);
			// Without a script in the slow log, that limit is all that is known
			longest[i] = Math.max(commands[1], TimeUnit.MICROSECONDS.convert(slow));
		}
		System.out.printf("| %s | %.1f | %d | %.2f | %.2f |%n", name, median(micros), scripts, median(longest),
				LongStream.of(longest).max().orElseThrow() / 1000.0);
	}

	private static double median(long[] micros) {
		return LongStream.of(micros).sorted().skip(micros.length / 2).findFirst().orElseThrow() / 1000.0;
	}

}
