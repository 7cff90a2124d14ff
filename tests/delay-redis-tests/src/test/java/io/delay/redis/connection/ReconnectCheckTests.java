// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.connection;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.lettuce.core.resource.SocketAddressResolver;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.redis.RedisAccess;
import io.delay.test.redis.EmbeddedRedis;
import io.delay.test.redis.EmbeddedRedisCluster;
import io.delay.test.redis.RedisNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A driver that does not learn that its connections were closed, because a handler of the
 * application loses that event.
 */
@Tag("thorough")
@Tag("versions")
@ExtendWith(OutputCaptureExtension.class)
class ReconnectCheckTests {

	/** Also the shortest time after which a connection is checked. */
	private static final Duration TIMEOUT = Duration.ofSeconds(1);

	private static final String WARNING = "No attempt to connect to Redis was seen";

	private final AtomicBoolean losing = new AtomicBoolean();

	private final ClientResources resources = ClientResources.builder().nettyCustomizer(new NettyCustomizer() {

		@Override
		public void afterChannelInitialized(Channel channel) {
			channel.pipeline().addFirst(new LosingHandler());
		}

	}).build();

	private final LettuceClientConfiguration client = LettuceClientConfiguration.builder()
		.clientResources(this.resources)
		.commandTimeout(TIMEOUT)
		.build();

	@AfterEach
	void close() {
		this.resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
	}

	@Test
	void everyConnectionThatTheDriverAbandonedIsOpenedAgain() {
		try (EmbeddedRedis redis = EmbeddedRedis.start()) {
			checkThatAllRecover(RedisURI.create(redis.host(), redis.port()),
					RedisAccess.factory(redis.host(), redis.port(), this.client));
		}
	}

	@Test
	void connectionToAClusterNodeThatTheDriverAbandonedIsOpenedAgain() {
		try (EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start(3, 0)) {
			checkThatAllRecover(RedisURI.create(RedisNode.HOST, cluster.master("b").port()),
					RedisAccess.factory(cluster, this.client));
		}
	}

	private void checkThatAllRecover(RedisURI server, LettuceConnectionFactory application) {
		RedisClient killer = RedisClient.create(server);
		try (ConnectionKinds connections = new ConnectionKinds(application)) {
			RedisCommands<String, String> kill = killer.connect().sync();
			await().atMost(Duration.ofSeconds(5)).until(connections::work);
			// Twice, because the check must also cover the connection that it has opened
			for (int i = 0; i < 2; i++) {
				this.losing.set(true);
				kill.clientKill(KillArgs.Builder.typePubsub());
				kill.clientKill(KillArgs.Builder.typeNormal().skipme());
				await().atMost(Duration.ofSeconds(5)).until(() -> !connections.work());
				this.losing.set(false);
				await().atMost(Duration.ofSeconds(15)).until(connections::work);
			}
		}
		finally {
			killer.shutdown();
		}
	}

	@Test
	void attemptsThatFailWithAnErrorAreRepeated() {
		AtomicInteger errors = new AtomicInteger();
		ClientResources failing = ClientResources.builder().socketAddressResolver(new SocketAddressResolver() {

			@Override
			public SocketAddress resolve(RedisURI server) {
				if (errors.getAndDecrement() > 0) {
					throw new OutOfMemoryError("for a test");
				}
				return super.resolve(server);
			}

		}).build();
		LettuceClientConfiguration client = LettuceClientConfiguration.builder()
			.clientResources(failing)
			.commandTimeout(TIMEOUT)
			.build();
		try (EmbeddedRedis redis = EmbeddedRedis.start();
				ConnectionKinds connections = new ConnectionKinds(
						RedisAccess.factory(redis.host(), redis.port(), client))) {
			await().atMost(Duration.ofSeconds(5)).until(connections::work);
			// The first two attempts of each of the four connections
			errors.set(8);
			redis.stop();
			redis.restart();
			await().atMost(Duration.ofSeconds(20)).until(connections::work);
			assertThat(errors.get()).isNotPositive();
		}
		finally {
			failing.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
		}
	}

	@Test
	void checkDoesNotInterfereWithADriverThatReconnects(CapturedOutput output) {
		try (EmbeddedRedis redis = EmbeddedRedis.start();
				ConnectionKinds connections = new ConnectionKinds(
						RedisAccess.factory(redis.host(), redis.port(), this.client))) {
			await().atMost(Duration.ofSeconds(5)).until(connections::work);
			connections.reset();
			await().atMost(Duration.ofSeconds(5)).until(connections::work);
			redis.stop();
			// Longer than all checks of the closed connections
			await().pollDelay(TIMEOUT.multipliedBy(4)).until(() -> !connections.work());
			redis.restart();
			await().atMost(Duration.ofSeconds(5)).until(connections::work);
		}
		assertThat(output).doesNotContain(WARNING);
	}

	private final class LosingHandler extends ChannelInboundHandlerAdapter {

		@Override
		public void channelInactive(ChannelHandlerContext context) throws Exception {
			if (!ReconnectCheckTests.this.losing.get()) {
				super.channelInactive(context);
			}
		}

	}

}
