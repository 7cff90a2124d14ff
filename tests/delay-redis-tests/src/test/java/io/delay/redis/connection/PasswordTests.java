// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.connection;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.protocol.RedisHandshakeHandler;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.util.concurrent.ImmediateEventExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.SubmitResult;
import io.delay.job.SubmitStatus;
import io.delay.redis.RedisConnections;
import io.delay.redis.RedisJobStore;
import io.delay.redis.RedisJobStoreOptions;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A driver that would continue its handshake on a thread of its own, which is faster or
 * slower than the thread of the connection, because Redis wants a password.
 */
@Tag("versions")
class PasswordTests {

	private final EmbeddedRedis redis = EmbeddedRedis.start("requirepass right", "user shop on >secret ~* &* +@all",
			"user open on nopass ~* &* +@all");

	private final CountDownLatch used = new CountDownLatch(1);

	@AfterEach
	void close() {
		this.redis.close();
	}

	@Test
	void firstCommandIsNotRejectedByAnInactiveConnection() {
		assertThat(submit("shop", "secret", new HandshakeOnAFastThread()).status()).isEqualTo(SubmitStatus.CREATED);
	}

	@Test
	void wrongPasswordIsReported() {
		assertThatExceptionOfType(RedisConnectionFailureException.class)
			.isThrownBy(() -> submit("", "wrong", new HandshakeOnASlowThread()))
			.withMessageContaining("WRONGPASS");
	}

	@Test
	void passwordAndUserAreIndependent() {
		NettyCustomizer none = new NettyCustomizer() {
		};
		assertThat(submit("", "right", none).status()).isEqualTo(SubmitStatus.CREATED);
		assertThat(submit("open", "", none).status()).isEqualTo(SubmitStatus.EXISTING);
	}

	private SubmitResult submit(String user, String password, NettyCustomizer customizer) {
		RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration(this.redis.host(),
				this.redis.port());
		configuration.setUsername(user);
		configuration.setPassword(password);
		ClientResources resources = DefaultClientResources.builder().nettyCustomizer(customizer).build();
		try (RedisConnections connections = new RedisConnections(new LettuceConnectionFactory(configuration,
				LettuceClientConfiguration.builder().clientResources(resources).build()));
				RedisJobStore store = new RedisJobStore(connections, RedisJobStoreOptions.DEFAULT)) {
			return store
				.submit(List.of(new NewJob("orders", "order-1", DueTime.after(Duration.ofSeconds(10)),
						ConflictPolicy.KEEP, JobRecord.of(new byte[0]))))
				.get(0);
		}
		finally {
			this.used.countDown();
			resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
		}
	}

	/**
	 * Makes a thread other than that of the connection wait for the replies to what it
	 * sends, so that this thread goes on with what follows, and delays the activation of
	 * the connection.
	 */
	private final class HandshakeOnAFastThread implements NettyCustomizer {

		@Override
		public void afterChannelInitialized(Channel channel) {
			ChannelPipeline pipeline = channel.pipeline();
			pipeline.addAfter(pipeline.context(RedisHandshakeHandler.class).name(), null, new LateActivation());
			pipeline.addLast(ImmediateEventExecutor.INSTANCE, new SynchronousWrites());
		}

	}

	private final class LateActivation extends ChannelInboundHandlerAdapter {

		@Override
		public void channelActive(ChannelHandlerContext context) throws Exception {
			PasswordTests.this.used.await(300, TimeUnit.MILLISECONDS);
			super.channelActive(context);
		}

	}

	private static final class HandshakeOnASlowThread implements NettyCustomizer {

		@Override
		public void afterChannelInitialized(Channel channel) {
			ChannelPipeline pipeline = channel.pipeline();
			CountDownLatch inactive = new CountDownLatch(1);
			String handshake = pipeline.context(RedisHandshakeHandler.class).name();
			pipeline.addBefore(ImmediateEventExecutor.INSTANCE, handshake, null, new SlowClose(inactive));
			pipeline.addFirst(new ChannelDuplexHandler() {

				@Override
				public void channelInactive(ChannelHandlerContext context) {
					context.fireChannelInactive();
					inactive.countDown();
				}

			});
			pipeline.addLast(ImmediateEventExecutor.INSTANCE, new SynchronousWrites());
		}

	}

	/**
	 * Returns only once the handlers know that the connection is closed.
	 */
	private static final class SlowClose extends ChannelDuplexHandler {

		private final CountDownLatch inactive;

		private SlowClose(CountDownLatch inactive) {
			this.inactive = inactive;
		}

		@Override
		public void close(ChannelHandlerContext context, ChannelPromise promise) throws Exception {
			context.close(promise);
			if (!context.channel().eventLoop().inEventLoop()) {
				this.inactive.await(5, TimeUnit.SECONDS);
			}
		}

	}

}
