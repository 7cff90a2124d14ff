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

package io.delay.benchmarks.redisson;

import org.redisson.Redisson;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

import io.delay.benchmarks.kit.JobSystem;
import io.delay.benchmarks.kit.JobSystemFactory;
import io.delay.benchmarks.kit.StoreAddress;

/**
 * Connects to Redis as the documentation of Redisson advises for throughput.
 */
final class RedissonSystemFactory implements JobSystemFactory {

	// A worker that waits in take() occupies a connection
	private static final int CONNECTIONS_PER_TOPIC = 16;

	private static final int CONNECTIONS_TO_SUBMIT = 48;

	// With many jobs due at once, a script of Redisson can block Redis for seconds
	private static final int TIMEOUT_MILLIS = 30_000;

	@Override
	public JobSystem create(StoreAddress store, int topics) {
		Config config = new Config();
		config.setCodec(StringCodec.INSTANCE);
		// With the default of 32, they only wait for each other on a small machine
		config.setNettyThreads(2 * Runtime.getRuntime().availableProcessors());
		config.useSingleServer()
			.setAddress("redis://" + store.host() + ":" + store.port())
			.setConnectionPoolSize(CONNECTIONS_TO_SUBMIT + topics * CONNECTIONS_PER_TOPIC)
			.setTimeout(TIMEOUT_MILLIS);
		return new RedissonSystem(Redisson.create(config), topics);
	}

}
