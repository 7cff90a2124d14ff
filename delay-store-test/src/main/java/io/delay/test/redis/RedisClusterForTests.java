// SPDX-License-Identifier: Apache-2.0

package io.delay.test.redis;

/**
 * The Redis Cluster that all tests of a JVM share, with three masters and three replicas.
 * Each test uses its own namespace and does not change nodes or slots.
 *
 * @since 0.1.0
 */
public final class RedisClusterForTests {

	private RedisClusterForTests() {
	}

	/**
	 * Return the shared cluster. It is started by the first call and stopped with the
	 * JVM.
	 * @return the cluster
	 */
	public static EmbeddedRedisCluster shared() {
		return Holder.SHARED;
	}

	private static final class Holder {

		// The timeout is long, because no test stops these nodes and a slow machine must
		// not cause a failover
		private static final EmbeddedRedisCluster SHARED = EmbeddedRedisCluster.start(3, 1,
				EmbeddedRedisCluster.NODE_TIMEOUT.multipliedBy(5));

	}

}
