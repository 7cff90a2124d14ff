// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.delay.annotation.DelayListener;
import io.delay.autoconfigure.BootAutoConfigurations;
import io.delay.autoconfigure.DelayAutoConfiguration;
import io.delay.autoconfigure.StartupFailure;
import io.delay.template.DelayTemplate;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Delay has its own connections to Redis, whichever connection factory the application
 * has, and may have its own Redis.
 */
@Tag("versions")
@Timeout(60)
class OwnRedisTests {

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(BootAutoConfigurations.redisAndJackson(DelayAutoConfiguration.class));

	@Test
	void jobsAreStoredInTheRedisOfTheUrlAndTheCacheInThatOfTheApplication() {
		try (EmbeddedRedis cache = EmbeddedRedis.start();
				EmbeddedRedis jobs = EmbeddedRedis.start("requirepass secret")) {
			this.application
				.withPropertyValues("spring.data.redis.port=" + cache.port(),
						"delay.redis.url=redis://:secret@localhost:" + jobs.port() + "/3")
				.run((context) -> {
					submit(context);
					context.getBean(StringRedisTemplate.class).opsForValue().set("cached", "value");
					assertThat(context).hasSingleBean(RedisConnectionFactory.class);
					assertThat(keys(cache.port(), "", 0)).isEqualTo(1);
					assertThat(keys(jobs.port(), "secret", 3)).isPositive();
				});
		}
	}

	@Test
	void jobsAreStoredInTheRedisOfHostPortAndPassword() {
		try (EmbeddedRedis cache = EmbeddedRedis.start("requirepass other");
				EmbeddedRedis jobs = EmbeddedRedis.start("requirepass secret")) {
			this.application.withBean(Listener.class)
				.withPropertyValues("spring.data.redis.port=" + cache.port(), "spring.data.redis.password=other",
						"spring.data.redis.database=5", "delay.redis.host=localhost", "delay.redis.port=" + jobs.port(),
						"delay.redis.password=secret", "delay.redis.database=2", "delay.redis.timeout=5s",
						"delay.redis.connect-timeout=3s")
				.run((context) -> {
					submit(context);
					assertThat(context.getBean(Listener.class).handled.await(30, TimeUnit.SECONDS)).isTrue();
					assertThat(keys(cache.port(), "other", 5)).isZero();
					assertThat(keys(jobs.port(), "secret", 2)).isPositive();
				});
		}
	}

	@Test
	void settingsOfTheApplicationAreUsedWithLettuceBesidesJedis() {
		try (EmbeddedRedis redis = EmbeddedRedis.start("requirepass secret")) {
			this.application.withBean(Listener.class)
				.withPropertyValues("spring.data.redis.client-type=jedis", "spring.data.redis.port=" + redis.port(),
						"spring.data.redis.password=secret", "spring.data.redis.database=1")
				.run((context) -> {
					assertThat(context.getBean(RedisConnectionFactory.class))
						.isInstanceOf(JedisConnectionFactory.class);
					submit(context);
					assertThat(context.getBean(Listener.class).handled.await(30, TimeUnit.SECONDS)).isTrue();
					assertThat(keys(redis.port(), "secret", 1)).isPositive();
				});
		}
	}

	@Test
	void connectionDetailsOfTheApplicationAreUsedBesidesAnotherTypeOfConnectionFactory() {
		try (EmbeddedRedis redis = EmbeddedRedis.start()) {
			ApplicationContextRunner other = this.application.withBean(RedisConnectionFactory.class,
					() -> new JedisConnectionFactory(new RedisStandaloneConfiguration("localhost", 1)));
			other.withPropertyValues("spring.data.redis.port=" + redis.port()).run((context) -> {
				submit(context);
				assertThat(keys(redis.port(), "", 0)).isPositive();
			});
		}
	}

	@Test
	void sentinelsAreUsed() {
		assertAddress("master 'main' of the Sentinels localhost:1", "delay.redis.sentinel.master=main",
				"delay.redis.sentinel.nodes=localhost:1,localhost:2", "delay.redis.sentinel.password=secret");
	}

	@Test
	void theNodesOfAClusterAreUsed() {
		assertAddress("Cluster localhost:1", "delay.redis.cluster.nodes=localhost:1",
				"delay.redis.cluster.max-redirects=2");
	}

	@Test
	void aPasswordWithoutAnAddressFailsTheStart() {
		this.application.withPropertyValues("delay.redis.password=secret").run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context);
			assertThat(analysis.getDescription()).contains("delay.redis", "no address", "delay.redis.url");
		});
	}

	private void assertAddress(String address, String... settings) {
		this.application.withPropertyValues("delay.redis.timeout=500ms")
			.withPropertyValues(settings)
			.run((context) -> assertThat(catchThrowable(() -> submit(context))).isInstanceOf(DataAccessException.class)
				.hasMessageContainingAll(address, "delay.redis"));
	}

	private static void submit(ApplicationContext context) {
		assertThat((AssertableApplicationContext) context).hasNotFailed();
		context.getBean(DelayTemplate.class).submit("orders", "payload", Duration.ZERO);
	}

	private static long keys(int port, String password, int database) {
		RedisStandaloneConfiguration server = new RedisStandaloneConfiguration("localhost", port);
		server.setDatabase(database);
		server.setPassword(password);
		LettuceConnectionFactory factory = new LettuceConnectionFactory(server);
		factory.afterPropertiesSet();
		factory.start();
		try {
			return new StringRedisTemplate(factory).getRequiredConnectionFactory()
				.getConnection()
				.serverCommands()
				.dbSize();
		}
		finally {
			factory.destroy();
		}
	}

	static class Listener {

		final CountDownLatch handled = new CountDownLatch(1);

		@DelayListener(topic = "orders")
		void handle(String payload) {
			this.handled.countDown();
		}

	}

}
