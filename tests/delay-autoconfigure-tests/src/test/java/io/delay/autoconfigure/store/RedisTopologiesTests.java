// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import io.delay.annotation.DelayListener;
import io.delay.autoconfigure.BootAutoConfigurations;
import io.delay.autoconfigure.DelayAutoConfiguration;
import io.delay.template.DelayTemplate;
import io.delay.test.redis.EmbeddedRedis;
import io.delay.test.redis.EmbeddedRedisSentinels;
import io.delay.test.redis.RedisClusterForTests;
import io.delay.test.redis.RedisNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Jobs are stored and delivered with Sentinel, on a Cluster and over TLS, in a Redis of
 * Delay and in that of an application with Jedis.
 */
@Tag("thorough")
@Tag("versions")
@Timeout(120)
class RedisTopologiesTests {

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(BootAutoConfigurations.redisAndJackson(DelayAutoConfiguration.class))
		.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class))
		.withBean(Listener.class);

	@ParameterizedTest
	@EnumSource
	void jobIsHandledOnSentinel(Settings settings) {
		try (EmbeddedRedisSentinels group = EmbeddedRedisSentinels.start()) {
			String sentinels = group.sentinels().stream().map(RedisNode::address).collect(Collectors.joining(","));
			assertDelivered(settings, "sentinel.master=" + EmbeddedRedisSentinels.MASTER_NAME,
					"sentinel.nodes=" + sentinels);
		}
	}

	@ParameterizedTest
	@EnumSource
	void jobIsHandledOnCluster(Settings settings) {
		assertDelivered(settings, "cluster.nodes=" + RedisClusterForTests.shared().nodes().get(0).address());
	}

	@ParameterizedTest
	@EnumSource
	void jobIsHandledOverTls(Settings settings, @TempDir Path directory) throws IOException {
		ServerKeys keys = ServerKeys.create(directory);
		int port = freePort();
		try (EmbeddedRedis redis = EmbeddedRedis.start("tls-port " + port, "tls-cert-file " + keys.certificate(),
				"tls-key-file " + keys.key(), "tls-ca-cert-file " + keys.certificate(), "tls-auth-clients no",
				"requirepass secret")) {
			assertThat(redis.port()).isNotEqualTo(port);
			assertDelivered(settings, "host=localhost", "port=" + port, "password=secret", "ssl.bundle=jobs",
					"spring.ssl.bundle.pem.jobs.truststore.certificate=" + keys.certificate().toUri());
		}
	}

	private void assertDelivered(Settings settings, String... values) {
		ApplicationContextRunner runner = settings.of(this.application);
		for (String value : values) {
			runner = runner.withPropertyValues(value.startsWith("spring.") ? value : settings.prefix + value);
		}
		runner.run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBean(RedisConnectionFactory.class)).isInstanceOf(JedisConnectionFactory.class);
			context.getBean(DelayTemplate.class).submit("orders", "payload", Duration.ofMillis(10));
			assertThat(context.getBean(Listener.class).handled.await(30, TimeUnit.SECONDS)).isTrue();
		});
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
	}

	/**
	 * Where the address is set. The application uses Jedis; if Delay has a Redis of its
	 * own, that of the application does not exist.
	 */
	enum Settings {

		DELAY("delay.redis."), APPLICATION("spring.data.redis.");

		private final String prefix;

		Settings(String prefix) {
			this.prefix = prefix;
		}

		ApplicationContextRunner of(ApplicationContextRunner application) {
			ApplicationContextRunner jedis = application.withPropertyValues("spring.data.redis.client-type=jedis");
			return (this == DELAY) ? jedis.withPropertyValues("spring.data.redis.port=1") : jedis;
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
