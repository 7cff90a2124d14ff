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

package io.delay.redis;

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
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.util.concurrent.ImmediateEventExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A driver that ends its handshake on a thread of its own, which is slower than the
 * thread of the connection.
 */
class HandshakeFailureGuardTests {

	private final EmbeddedRedis redis = EmbeddedRedis.start("requirepass right");

	private final ClientResources resources = DefaultClientResources.builder()
		.nettyCustomizer(new HandshakeOnASlowThread())
		.build();

	@AfterEach
	void close() {
		this.resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
		this.redis.close();
	}

	@Test
	void wrongPasswordIsReported() {
		RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration(this.redis.host(),
				this.redis.port());
		configuration.setPassword("wrong");
		LettuceConnectionFactory application = new LettuceConnectionFactory(configuration,
				LettuceClientConfiguration.builder().clientResources(this.resources).build());
		try (RedisConnections connections = new RedisConnections(application);
				RedisJobStore store = new RedisJobStore(connections, RedisJobStoreOptions.DEFAULT)) {
			List<NewJob> jobs = List.of(new NewJob("orders", "order-1", DueTime.after(Duration.ofSeconds(10)),
					ConflictPolicy.KEEP, JobRecord.of(new byte[0])));
			assertThatExceptionOfType(RedisConnectionFailureException.class).isThrownBy(() -> store.submit(jobs))
				.withMessageContaining("WRONGPASS");
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
