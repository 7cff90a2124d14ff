// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.model;

import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;

import io.delay.redis.ModelledRedis;
import io.delay.test.model.Steps;

/**
 * Runs each property of {@link RedisModel} on a Cluster, few times: it asks whether keys
 * and nodes are found, and not again whether the scripts are right.
 */
@Tag("thorough")
@PropertyDefaults(tries = 6, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.BOUNDED)
@Tag("weekly")
class RedisClusterModelTests extends RedisModel {

	RedisClusterModelTests() throws Exception {
		super(ModelledRedis.cluster(Steps.TOPICS, 1));
	}

}
