// SPDX-License-Identifier: Apache-2.0

package io.delay.redisson;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.spring.data.connection.RedissonConnectionFactory;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.delay.annotation.DelayListener;
import io.delay.template.DelayTemplate;
import io.delay.test.redis.EmbeddedRedis;
import io.delay.test.redis.EmbeddedRedisSentinels;
import io.delay.test.redis.RedisClusterForTests;
import io.delay.test.redis.RedisNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * In an application with Redisson's starter, Delay stores jobs in the same Redis with
 * connections of its own and delivers them.
 */
@Tag("thorough")
@Tag("versions")
@Timeout(120)
class RedissonTests {

	@Test
	void applicationUsesRedissonOnAStandaloneServer() {
		try (EmbeddedRedis redis = EmbeddedRedis.start("requirepass secret")) {
			assertDelivered("spring.data.redis.port=" + redis.port(), "spring.data.redis.password=secret",
					"spring.data.redis.database=2");
		}
	}

	@Test
	void applicationUsesRedissonOnSentinels() {
		try (EmbeddedRedisSentinels group = EmbeddedRedisSentinels.start()) {
			assertDelivered("spring.data.redis.sentinel.master=" + EmbeddedRedisSentinels.MASTER_NAME,
					"spring.data.redis.sentinel.nodes=" + addresses(group.sentinels().stream()));
		}
	}

	@Test
	void applicationUsesRedissonOnACluster() {
		assertDelivered("spring.data.redis.cluster.nodes=" + addresses(RedisClusterForTests.shared().nodes().stream()));
	}

	@Test
	void delayUsesItsOwnServerWithRedisson() {
		try (EmbeddedRedis cache = EmbeddedRedis.start(); EmbeddedRedis jobs = EmbeddedRedis.start()) {
			assertDelivered("spring.data.redis.port=" + cache.port(), "delay.redis.host=localhost",
					"delay.redis.port=" + jobs.port());
		}
	}

	private static void assertDelivered(String... properties) {
		try (ConfigurableApplicationContext application = new SpringApplicationBuilder(Application.class)
			.properties(properties)
			.run()) {
			RedisConnectionFactory factory = application.getBean(RedisConnectionFactory.class);
			assertThat(factory).isInstanceOf(RedissonConnectionFactory.class);
			StringRedisTemplate cache = application.getBean(StringRedisTemplate.class);
			cache.opsForValue().set("cached", "value");
			assertThat(cache.opsForValue().get("cached")).isEqualTo("value");
			application.getBean(DelayTemplate.class).submit("orders", "payload", Duration.ofMillis(10));
			assertThat(await(application.getBean(Application.class).handled)).isTrue();
		}
	}

	private static boolean await(CountDownLatch handled) {
		try {
			return handled.await(30, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static String addresses(Stream<RedisNode> nodes) {
		return nodes.map(RedisNode::address).collect(Collectors.joining(","));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		final CountDownLatch handled = new CountDownLatch(1);

		@DelayListener(topic = "orders")
		void handle(String payload) {
			this.handled.countDown();
		}

	}

}
