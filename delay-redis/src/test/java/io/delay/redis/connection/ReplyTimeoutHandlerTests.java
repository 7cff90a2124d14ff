// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.connection;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.api.async.RedisAsyncCommands;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("versions")
class ReplyTimeoutHandlerTests {

	@Test
	@SuppressWarnings("unchecked")
	void theConnectionIsClosedEvenIfTheServerHasRepliedToAnEarlierCommand() throws InterruptedException {
		try (EmbeddedRedis redis = EmbeddedRedis.start()) {
			LettuceConnectionFactory application = new LettuceConnectionFactory(
					new RedisStandaloneConfiguration(redis.host(), redis.port()),
					LettuceClientConfiguration.builder().commandTimeout(Duration.ofSeconds(1)).build());
			application.afterPropertiesSet();
			application.start();
			try (DerivedConnectionFactories factories = new DerivedConnectionFactories(application,
					"spring.data.redis"); RedisConnection connection = factories.derive("test").getConnection()) {
				RedisAsyncCommands<byte[], byte[]> commands = (RedisAsyncCommands<byte[], byte[]>) connection
					.getNativeConnection();
				CountDownLatch closed = new CountDownLatch(1);
				commands.getStatefulConnection().addListener(new RedisConnectionStateListener() {

					@Override
					public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
						closed.countDown();
					}

				});
				// Flushed together, so that the connection is not asked after the first
				// reply
				commands.getStatefulConnection().setAutoFlushCommands(false);
				commands.echo("earlier".getBytes(StandardCharsets.US_ASCII));
				// Lasts until the connection is closed, because there is no replica
				commands.waitForReplication(1, 0);
				commands.getStatefulConnection().flushCommands();
				assertThat(closed.await(10, TimeUnit.SECONDS)).isTrue();
			}
			finally {
				application.destroy();
			}
		}
	}

}
