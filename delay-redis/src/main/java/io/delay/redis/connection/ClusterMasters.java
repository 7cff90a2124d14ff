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

package io.delay.redis.connection;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Opens connections to the masters of a Cluster. The driver does not redirect commands on
 * these connections.
 */
public final class ClusterMasters {

	/** The minimum time between two refreshes. */
	private static final Duration PAUSE = Duration.ofMillis(100);

	private final LettuceConnectionFactory factory;

	private final AtomicLong nextRefresh = new AtomicLong(System.nanoTime());

	public ClusterMasters(LettuceConnectionFactory factory) {
		this.factory = factory;
	}

	/**
	 * Return the connection to the master that stores a key. The connection is opened if
	 * necessary.
	 * @param cluster the connection to the Cluster
	 * @param key the key
	 * @return a future for the connection
	 */
	public CompletableFuture<StatefulRedisConnection<byte[], byte[]>> connect(
			StatefulRedisClusterConnection<byte[], byte[]> cluster, byte[] key) {
		int slot = SlotHash.getSlot(key);
		RedisClusterNode master = cluster.getPartitions().getMasterBySlot(slot);
		if (master == null) {
			return CompletableFuture.failedFuture(new RedisException("No node is known to own slot " + slot));
		}
		return connect(cluster, master);
	}

	// If the master is no longer in the Cluster, the exception of the driver is replaced
	// by a RedisConnectionException, which means that nothing was sent.
	public static CompletableFuture<StatefulRedisConnection<byte[], byte[]>> connect(
			StatefulRedisClusterConnection<byte[], byte[]> cluster, RedisClusterNode master) {
		try {
			return cluster.getConnectionAsync(master.getNodeId());
		}
		catch (RedisException ex) {
			return CompletableFuture.failedFuture(
					new RedisConnectionException("No connection can be made to node " + master.getNodeId(), ex));
		}
	}

	// Looks up the owners of the slots in the background. The driver does so by itself
	// only after some errors.
	public void refreshTopology() {
		if (!this.factory.isClusterAware()) {
			return;
		}
		long now = System.nanoTime();
		long next = this.nextRefresh.get();
		if (now - next >= 0 && this.nextRefresh.compareAndSet(next, now + PAUSE.toNanos())) {
			((RedisClusterClient) this.factory.getRequiredNativeClient()).refreshPartitionsAsync();
		}
	}

}
