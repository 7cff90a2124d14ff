// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.delay.failure;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.lettuce.core.cluster.SlotHash;

import io.delay.benchmarks.kit.BenchmarkArguments;
import io.delay.test.redis.EmbeddedRedisCluster;
import io.delay.test.redis.RedisNode;
import io.delay.test.redis.SlotMigration;

/**
 * Moves the slots of all partitions from master to master under load, key by key, and
 * counts the outcomes of the jobs. Arguments, in addition to those of
 * {@link LoadSettings}: {@code rounds=2 pause=20}, the pause in ms after each key.
 *
 * @since 0.1.0
 */
public final class SlotMigrationBenchmark {

	private static final Duration BEFORE = Duration.ofSeconds(4);

	private static final Duration AFTERWARDS = Duration.ofSeconds(2);

	private static final Duration NODE_TIMEOUT = Duration.ofSeconds(2);

	private final LoadSettings settings;

	private final int rounds;

	private final Duration pause;

	private SlotMigrationBenchmark(BenchmarkArguments arguments) {
		this.settings = LoadSettings.of(arguments);
		this.rounds = arguments.number("rounds", 2);
		this.pause = Duration.ofMillis(arguments.number("pause", 20));
		arguments.rejectUnknown();
	}

	/**
	 * Run the benchmark and end this JVM.
	 * @param arguments as above
	 * @throws Exception if something goes wrong
	 */
	public static void main(String[] arguments) throws Exception {
		new SlotMigrationBenchmark(BenchmarkArguments.parse(arguments)).run();
		System.exit(0);
	}

	private void run() throws Exception {
		LoadTopic topic = this.settings.topic();
		try (ClusterRig rig = new ClusterRig(1, NODE_TIMEOUT);
				LoadRun run = new LoadRun(this.settings, rig::application, topic.options())) {
			run.startConsumers();
			run.begin();
			long loadedAt = System.nanoTime();
			Thread.sleep(BEFORE.toMillis());
			long begunAt = System.nanoTime();
			int keys = 0;
			for (int round = 0; round < this.rounds; round++) {
				for (int partition = 0; partition < topic.partitions(); partition++) {
					keys += move(rig.cluster(), topic.key(partition));
				}
			}
			long movedAt = System.nanoTime();
			Thread.sleep(AFTERWARDS.toMillis());
			System.out.printf("%d slots with %d keys moved in %d ms%n", this.rounds * topic.partitions(), keys,
					(movedAt - begunAt) / 1_000_000);
			Set<Integer> all = IntStream.range(0, topic.partitions()).boxed().collect(Collectors.toSet());
			FailoverFigures figures = new FailoverFigures(run.journal(), topic, Set.of(),
					new FailoverFigures.Moments(loadedAt, begunAt, begunAt, movedAt));
			LoadOutcome outcome = run.end(System.out);
			figures.printDoubles(outcome, System.out);
			figures.printPauses("before the moves", all, loadedAt, begunAt, System.out);
			figures.printPauses("during the moves", all, begunAt, movedAt, System.out);
			run.printProblems(System.out);
		}
	}

	private int move(EmbeddedRedisCluster cluster, String key) {
		RedisNode owner = cluster.master(key);
		List<RedisNode> masters = cluster.masters();
		RedisNode target = masters.get((masters.indexOf(owner) + 1) % masters.size());
		SlotMigration migration = cluster.migration(SlotHash.getSlot(key), target);
		migration.begin();
		int keys = 0;
		while (migration.moveKeys(1) > 0) {
			keys++;
			LockSupport.parkNanos(this.pause.toNanos());
		}
		migration.finish();
		return keys;
	}

}
