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
