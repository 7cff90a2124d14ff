// SPDX-License-Identifier: Apache-2.0

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
