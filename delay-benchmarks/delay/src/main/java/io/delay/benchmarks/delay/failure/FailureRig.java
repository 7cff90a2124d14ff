// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.delay.failure;

import java.util.List;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.test.redis.RedisNode;

/**
 * Servers of which one may fail.
 */
interface FailureRig extends AutoCloseable {

	// The connections of an application.
	LettuceConnectionFactory application();

	// Returns the node that owns a key.
	RedisNode master(String key);

	List<RedisNode> replicas(RedisNode master);

	// Waits until a node other than the failed one owns a key.
	void awaitFailover(String key, RedisNode failed);

	// Starts a failed node as a replica.
	void rejoin(RedisNode failed);

	@Override
	void close();

}
