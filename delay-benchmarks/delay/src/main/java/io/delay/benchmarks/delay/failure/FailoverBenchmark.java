// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.delay.failure;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.delay.benchmarks.kit.BenchmarkArguments;
import io.delay.redis.RedisJobStoreOptions;
import io.delay.store.admin.TopicStatus;
import io.delay.test.redis.RedisNode;

/**
 * Kills a master under load and counts the outcomes of the jobs. Arguments, in addition
 * to those of {@link LoadSettings}:
 * {@code rig=cluster|sentinel fault=kill|stall|cut trouble=1000
 * waitReplicas=0 replicas=1 nodeTimeout=2000 fullCoverage=yes|no}, times in ms. The
 * faults are those of {@link ReplicaTrouble}.
 *
 * @since 0.1.0
 */
public final class FailoverBenchmark {

	private static final Duration BEFORE_FAULT = Duration.ofSeconds(4);

	private static final Duration WAIT_FOR_REPLICAS = Duration.ofSeconds(1);

	private static final Duration AFTERWARDS = Duration.ofSeconds(5);

	private final LoadSettings settings;

	private final String kind;

	private final ReplicaTrouble trouble;

	private final Duration troubleBefore;

	private final int waitReplicas;

	private final int replicas;

	private final Duration nodeTimeout;

	private final String fullCoverage;

	private FailoverBenchmark(BenchmarkArguments arguments) {
		this.settings = LoadSettings.of(arguments);
		this.kind = arguments.text("rig", "cluster");
		this.trouble = ReplicaTrouble.of(arguments.text("fault", "kill"));
		this.troubleBefore = Duration.ofMillis(arguments.number("trouble", 1000));
		this.waitReplicas = arguments.number("waitReplicas", 0);
		this.replicas = arguments.number("replicas", 1);
		this.nodeTimeout = Duration.ofMillis(arguments.number("nodeTimeout", 2000));
		this.fullCoverage = arguments.text("fullCoverage", "yes");
		arguments.rejectUnknown();
	}

	/**
	 * Run the benchmark and end this JVM.
	 * @param arguments as above
	 * @throws Exception if something goes wrong
	 */
	public static void main(String[] arguments) throws Exception {
		new FailoverBenchmark(BenchmarkArguments.parse(arguments)).run();
		System.exit(0);
	}

	private RedisJobStoreOptions options() {
		return this.settings.topic().options().withWaitReplicas(this.waitReplicas, WAIT_FOR_REPLICAS);
	}

	private FailureRig startRig() {
		return switch (this.kind) {
			case "cluster" ->
				new ClusterRig(this.replicas, this.nodeTimeout, "cluster-require-full-coverage " + this.fullCoverage);
			case "sentinel" -> new SentinelRig();
			default -> throw new IllegalArgumentException("There is no rig '" + this.kind + "'");
		};
	}

	private void run() throws Exception {
		try (FailureRig rig = startRig(); LoadRun run = new LoadRun(this.settings, rig::application, options())) {
			run.startConsumers();
			run.begin();
			long loadedAt = System.nanoTime();
			Thread.sleep(BEFORE_FAULT.toMillis());
			FailoverFigures figures = fail(rig, run, loadedAt);
			LoadOutcome outcome = run.end(System.out);
			figures.print(outcome, System.out);
			run.printProblems(System.out);
		}
	}

	private FailoverFigures fail(FailureRig rig, LoadRun run, long loadedAt) throws InterruptedException {
		LoadTopic topic = this.settings.topic();
		RedisNode master = rig.master(topic.key(0));
		Set<Integer> struck = IntStream.range(0, topic.partitions())
			.filter((partition) -> rig.master(topic.key(partition)) == master)
			.boxed()
			.collect(Collectors.toSet());
		List<RedisNode> replicas = rig.replicas(master);
		TopicStatus status = run.inspector().status(LoadTopic.NAME);
		long troubleAt = System.nanoTime();
		if (this.trouble != ReplicaTrouble.NONE) {
			replicas.forEach(this.trouble::begin);
			Thread.sleep(this.troubleBefore.toMillis());
		}
		master.kill();
		long killedAt = System.nanoTime();
		replicas.forEach(this.trouble::end);
		rig.awaitFailover(topic.key(0), master);
		long failoverAt = System.nanoTime();
		System.out.printf("%s, %d partitions, %d replicas, waitReplicas %d, trouble of the replicas: %s%n", this.kind,
				topic.partitions(), replicas.size(), this.waitReplicas, this.trouble);
		System.out.printf("before the fault: %s; struck are %d partitions; failover seen after %d ms%n",
				status.counts(), struck.size(), (failoverAt - killedAt) / 1_000_000);
		Thread.sleep(AFTERWARDS.toMillis());
		rig.rejoin(master);
		Thread.sleep(AFTERWARDS.toMillis());
		return new FailoverFigures(run.journal(), topic, struck,
				new FailoverFigures.Moments(loadedAt, troubleAt, killedAt, System.nanoTime()));
	}

}
