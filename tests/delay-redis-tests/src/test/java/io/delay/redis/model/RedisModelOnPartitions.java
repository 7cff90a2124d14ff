// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.model;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterProperty;

import io.delay.redis.ModelledRedis;
import io.delay.test.model.Mix;
import io.delay.test.model.Sequence;
import io.delay.test.model.Session;
import io.delay.test.model.StoreModel;

/**
 * The store on Redis with several partitions per topic does and keeps exactly what one
 * store in memory per partition does and keeps. Nothing steps back here: the partitions
 * would have a time of their own each.
 */
@PropertyDefaults(edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.BOUNDED)
abstract class RedisModelOnPartitions {

	static final int PARTITIONS = 4;

	// Each step takes longer than with one partition
	private static final int LONGEST_SEQUENCE = 100;

	private final PartitionedMemory memory = new PartitionedMemory(PARTITIONS);

	private final ModelledRedis redis;

	RedisModelOnPartitions(ModelledRedis redis) {
		this.redis = redis;
	}

	@Property
	void allOperationsTogether(@ForAll("everything") Sequence sequence) {
		run(sequence);
	}

	@Property
	void workersThatSettleLateAndMissReplies(@ForAll("workers") Sequence sequence) {
		run(sequence);
	}

	@Property
	void busyAdministrators(@ForAll("administration") Sequence sequence) {
		run(sequence);
	}

	@Provide
	Arbitrary<Sequence> everything() {
		return StoreModel.sequences(Mix.EVERYTHING, LONGEST_SEQUENCE);
	}

	@Provide
	Arbitrary<Sequence> workers() {
		return StoreModel.sequences(Mix.WORKERS, LONGEST_SEQUENCE);
	}

	@Provide
	Arbitrary<Sequence> administration() {
		return StoreModel.sequences(Mix.ADMINISTRATION, LONGEST_SEQUENCE);
	}

	@AfterProperty
	void close() {
		this.redis.close();
	}

	private void run(Sequence sequence) {
		new Session(this.memory, this.redis, sequence.history()).run(sequence.steps());
	}

}
