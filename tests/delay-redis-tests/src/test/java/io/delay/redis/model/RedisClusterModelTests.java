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
