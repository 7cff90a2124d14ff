// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.connection;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.redis.RedisAccess;
import io.delay.redis.RedisConnections;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Redis rejects the password for a while, for example after a restart with an earlier
 * configuration, and the application has told the driver to give up then.
 */
@Tag("versions")
class WrongPasswordTests {

	private final EmbeddedRedis redis = EmbeddedRedis.start("requirepass right");

	@Test
	void connectionsRecoverOnceThePasswordIsCorrectAgain() {
		RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration(this.redis.host(),
				this.redis.port());
		configuration.setPassword("right");
		LettuceConnectionFactory application = new LettuceConnectionFactory(configuration,
				LettuceClientConfiguration.builder()
					.clientOptions(ClientOptions.builder().suspendReconnectOnProtocolFailure(true).build())
					.build());
		RedisClient operator = RedisClient.create(RedisURI.builder()
			.withHost(this.redis.host())
			.withPort(this.redis.port())
			.withPassword("right".toCharArray())
			.build());
		try (ConnectionKinds connections = new ConnectionKinds(application)) {
			await().atMost(Duration.ofSeconds(5)).until(connections::work);
			RedisCommands<String, String> server = operator.connect().sync();
			server.configSet("requirepass", "earlier");
			server.clientKill(KillArgs.Builder.typePubsub());
			server.clientKill(KillArgs.Builder.typeNormal().skipme());
			await().atMost(Duration.ofSeconds(10)).until(() -> rejections(server) > 20);
			server.configSet("requirepass", "right");
			await().atMost(Duration.ofSeconds(10)).until(connections::work);
		}
		finally {
			operator.shutdown();
			this.redis.close();
		}
	}

	// The driver does so if the server refuses a connection before the driver listens to
	// it
	@Test
	void exceptionHasTheReasonThatTheDriverLost() {
		AtomicInteger connections = new AtomicInteger();
		ClientResources driver = ClientResources.builder().nettyCustomizer(new NettyCustomizer() {

			@Override
			public void afterChannelInitialized(Channel channel) {
				if (connections.incrementAndGet() == 1) {
					channel.pipeline().remove("RedisHandshakeHandler#0");
				}
			}

		}).build();
		RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration(this.redis.host(),
				this.redis.port());
		configuration.setPassword("wrong");
		LettuceConnectionFactory application = new LettuceConnectionFactory(configuration,
				LettuceClientConfiguration.builder().clientResources(driver).build());
		try (RedisConnections delay = new RedisConnections(application)) {
			assertThatExceptionOfType(RedisConnectionFailureException.class)
				.isThrownBy(() -> RedisAccess.producers(delay).commands())
				.withMessageContainingAll("refuses the connection", "WRONGPASS");
			assertThat(connections).hasValue(2);
		}
		finally {
			driver.shutdown();
			this.redis.close();
		}
	}

	// How often a password was rejected: each connection has tried several times.
	private static int rejections(RedisCommands<String, String> server) {
		return server.info("commandstats")
			.lines()
			.filter((line) -> line.startsWith("cmdstat_hello:"))
			.mapToInt((line) -> Integer.parseInt(line.replaceAll(".*failed_calls=(\\d+).*", "$1")))
			.sum();
	}

}
