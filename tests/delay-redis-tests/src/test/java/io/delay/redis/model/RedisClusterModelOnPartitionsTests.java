// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.model;

import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;

import io.delay.redis.ModelledRedis;
import io.delay.test.model.Steps;

/**
 * Runs each property of {@link RedisModelOnPartitions} on a Cluster, few times: it asks
 * whether the partitions of a topic are found in their slots.
 */
@Tag("thorough")
@PropertyDefaults(tries = 6, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.BOUNDED)
@Tag("weekly")
class RedisClusterModelOnPartitionsTests extends RedisModelOnPartitions {

	RedisClusterModelOnPartitionsTests() throws Exception {
		super(ModelledRedis.cluster(Steps.TOPICS, PARTITIONS));
	}

}
