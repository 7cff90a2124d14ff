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

package io.delay.benchmarks.delay.failure;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.delay.benchmarks.kit.BenchmarkArguments;
import io.delay.redis.RedisJobStoreOptions;
import io.delay.store.TopicStatus;
import io.delay.test.redis.RedisNode;
import io.delay.test.store.StoreAudit;

/**
 * Kills a master under load and counts what becomes of the jobs. Arguments:
 * {@code rig=cluster|sentinel partitions=16 jobs=20000 rate=800 fault=kill|stall|cut
 * trouble=1000 waitReplicas=0 replicas=1 nodeTimeout=2000 fullCoverage=yes|no instances=3
 * concurrency=8 handling=10 ttr=10}, times in ms but the TTR in seconds. The fault is
 * told by {@link ReplicaTrouble}.
 *
 * @since 0.1.0
 */
public final class FailoverBenchmark {

	private static final Duration BEFORE_FAULT = Duration.ofSeconds(4);

	private static final Duration AFTERWARDS = Duration.ofSeconds(5);

	private static final Duration SPREAD = Duration.ofSeconds(15);

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	/** Far in the future, so that the store has something to lose at the end, too. */
	private static final Duration PARKED = Duration.ofHours(1);

	/** Jobs that are submitted beside the backlog and stay in the store. */
	private static final int PARKED_SHARE = 10;

	private final String kind;

	private final LoadTopic topic;

	private final int jobs;

	private final int rate;

	private final ReplicaTrouble trouble;

	private final Duration troubleBefore;

	private final int waitReplicas;

	private final int replicas;

	private final Duration nodeTimeout;

	private final String fullCoverage;

	private final int instances;

	private final int concurrency;

	private final Duration handling;

	private final Duration ttr;

	private final LoadJournal journal = new LoadJournal();

	private FailoverBenchmark(BenchmarkArguments arguments) {
		this.kind = arguments.text("rig", "cluster");
		this.topic = new LoadTopic(arguments.number("partitions", 16));
		this.jobs = arguments.number("jobs", 20_000);
		this.rate = arguments.number("rate", 800);
		this.trouble = ReplicaTrouble.of(arguments.text("fault", "kill"));
		this.troubleBefore = Duration.ofMillis(arguments.number("trouble", 1000));
		this.waitReplicas = arguments.number("waitReplicas", 0);
		this.replicas = arguments.number("replicas", 1);
		this.nodeTimeout = Duration.ofMillis(arguments.number("nodeTimeout", 2000));
		this.fullCoverage = arguments.text("fullCoverage", "yes");
		this.instances = arguments.number("instances", 3);
		this.concurrency = arguments.number("concurrency", 8);
		this.handling = Duration.ofMillis(arguments.number("handling", 10));
		this.ttr = Duration.ofSeconds(arguments.number("ttr", 10));
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
		if (this.waitReplicas > 0) {
			throw new IllegalArgumentException("Waiting for replicas is not there yet");
		}
		return this.topic.options();
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
		Problems logged = Problems.collect();
		try (FailureRig rig = startRig();
				LoadInstances instances = new LoadInstances(rig::application, options(), this.journal)) {
			for (int i = 0; i < this.instances; i++) {
				instances.startConsumer("consumer-" + i, this.concurrency, this.ttr, this.handling);
			}
			run(rig, instances);
		}
		logged.print("logged", System.out);
	}

	private void run(FailureRig rig, LoadInstances instances) throws Exception {
		int parked = this.jobs / PARKED_SHARE / this.topic.partitions() * this.topic.partitions();
		FailoverFigures figures;
		try (Load load = new Load(this.topic, instances.producer(), this.journal)) {
			Instant due = Instant.now().plusSeconds(5 + this.jobs / 2000);
			load.submit(parked, Instant.now().plus(PARKED), SPREAD);
			load.submit(this.jobs, due, SPREAD);
			Thread.sleep(Math.max(0, Duration.between(Instant.now(), due).toMillis()));
			long loadedAt = System.nanoTime();
			load.start(this.rate);
			Thread.sleep(BEFORE_FAULT.toMillis());
			figures = fail(rig, instances, loadedAt);
			Thread.sleep(AFTERWARDS.toMillis());
		}
		LoadOutcome.printAudit("after the failover", StoreAudit.of(instances.inspector(), LoadTopic.NAME), System.out);
		LoadOutcome.settle(instances.inspector(), parked, PATIENCE);
		LoadOutcome outcome = LoadOutcome.of(this.journal, instances.inspector(), parked);
		outcome.print(System.out);
		figures.print(outcome, System.out);
	}

	private FailoverFigures fail(FailureRig rig, LoadInstances instances, long loadedAt) throws InterruptedException {
		String key = this.topic.key(0);
		RedisNode master = rig.master(key);
		Set<Integer> struck = IntStream.range(0, this.topic.partitions())
			.filter((partition) -> rig.master(this.topic.key(partition)) == master)
			.boxed()
			.collect(Collectors.toCollection(HashSet::new));
		List<RedisNode> replicas = rig.replicas(master);
		TopicStatus status = instances.inspector().status(LoadTopic.NAME);
		long troubleAt = System.nanoTime();
		if (this.trouble != ReplicaTrouble.NONE) {
			replicas.forEach(this.trouble::begin);
			Thread.sleep(this.troubleBefore.toMillis());
		}
		master.kill();
		long killedAt = System.nanoTime();
		replicas.forEach(this.trouble::end);
		rig.awaitFailover(key, master);
		long failoverAt = System.nanoTime();
		System.out.printf(
				"%s, %d partitions, %d replicas each, waitReplicas %d, node timeout %d ms, trouble of its replicas: %s%n",
				this.kind, this.topic.partitions(), replicas.size(), this.waitReplicas, this.nodeTimeout.toMillis(),
				this.trouble);
		System.out.printf("before the fault: %s; struck are %d partitions; failover seen after %d ms%n",
				status.counts(), struck.size(), (failoverAt - killedAt) / 1_000_000);
		Thread.sleep(AFTERWARDS.toMillis());
		long goneOnAt = System.nanoTime();
		rig.rejoin(master);
		return new FailoverFigures(this.journal, this.topic, struck,
				new FailoverFigures.Moments(loadedAt, troubleAt, killedAt, goneOnAt));
	}

}
