// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.model;

import net.jqwik.api.Tag;

import io.delay.redis.ModelledRedis;
import io.delay.test.model.Steps;

/**
 * Runs each property of {@link RedisModelOnPartitions} under one seed.
 */
@Tag("thorough")
class RedisModelOnPartitionsTests extends RedisModelOnPartitions {

	RedisModelOnPartitionsTests() throws Exception {
		super(ModelledRedis.standalone(Steps.TOPICS, PARTITIONS));
	}

}
