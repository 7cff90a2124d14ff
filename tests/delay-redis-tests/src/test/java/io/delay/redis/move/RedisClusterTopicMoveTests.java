// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.move;

import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.move.JobMoveException;
import io.delay.redis.RedisSpace;
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
	void jobsAreUnchangedAfterAMoveThatWasStoppedOnce() {
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
