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

package io.delay.redis;

import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.move.JobMoveException;
import io.delay.store.StoredJob;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests that topics can be moved on a Cluster, where their partitions live on several
 * nodes.
 */
@Tag("thorough")
@Timeout(60)
class RedisClusterTopicMoveTests {

	@Test
	void everyJobIsFoundAsItWasThoughTheMoveWasStoppedOnce() {
		try (MoveBench bench = new MoveBench(RedisSpace.sharedCluster(1))) {
			bench.fill(1, 10);
			Map<String, StoredJob> before = bench.found();
			int[] calls = { 0 };
			assertThatExceptionOfType(JobMoveException.class).isThrownBy(() -> bench.move(8, (script) -> {
				if (++calls[0] == 40) {
					throw new IllegalStateException("stopped");
				}
			})).withMessageContaining("stopped");
			bench.move(8);
			bench.assertFound(before);
			bench.assertMoved(8, 40, 8);
			bench.move(3);
			bench.assertFound(before);
			bench.assertMoved(3, 40, 8);
		}
	}

}
