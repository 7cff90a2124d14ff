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
