// SPDX-License-Identifier: Apache-2.0

package io.delay.drill;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.redis.RedisConnections;
import io.delay.redis.RedisJobStoreInspector;
import io.delay.redis.RedisJobStoreOptions;
import io.delay.test.redis.EmbeddedRedis;
import io.delay.test.store.StoreAudit;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reads the store, without the servers that use it.
 */
final class StoreView implements AutoCloseable {

	private final LettuceConnectionFactory factory;

	private final RedisConnections connections;

	private final RedisJobStoreInspector inspector;

	StoreView(EmbeddedRedis redis) {
		this.factory = new LettuceConnectionFactory(new RedisStandaloneConfiguration(redis.host(), redis.port()));
		this.factory.afterPropertiesSet();
		this.factory.start();
		this.connections = new RedisConnections(this.factory);
		this.inspector = new RedisJobStoreInspector(this.connections, RedisJobStoreOptions.DEFAULT);
	}

	/**
	 * Wait until a topic has no jobs, and check that its data is consistent.
	 */
	void assertEmpty(String topic, Duration timeout) {
		Awaitility.await()
			.atMost(timeout)
			.untilAsserted(() -> assertThat(this.inspector.status(topic).counts().values())
				.as("waiting, ready, reserved and failed jobs of topic %s", topic)
				.containsOnly(0L));
		assertThat(StoreAudit.of(this.inspector, topic).findings()).isEmpty();
	}

	@Override
	public void close() {
		this.connections.close();
		this.factory.destroy();
	}

}
