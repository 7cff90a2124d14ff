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
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.util.concurrent.ImmediateEventExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.SubmitResult;
import io.delay.job.SubmitStatus;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A driver that ends its handshake on a thread of its own, as it does now and then if
 * Redis wants a password.
 */
class ActivationGuardTests {

	private final EmbeddedRedis redis = EmbeddedRedis.start("user shop on >secret ~* &* +@all");

	private final CountDownLatch used = new CountDownLatch(1);

	private final ClientResources resources = DefaultClientResources.builder()
		.nettyCustomizer(new HandshakeOnAnotherThread())
		.build();

	@AfterEach
	void close() {
		this.resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
		this.redis.close();
	}

	@Test
	void firstCommandIsNotRejectedByAConnectionThatIsNotActiveYet() {
		try (RedisConnections connections = new RedisConnections(application());
				RedisJobStore store = new RedisJobStore(connections, RedisJobStoreOptions.DEFAULT)) {
			assertThat(submit(store).status()).isEqualTo(SubmitStatus.CREATED);
		}
	}

	private LettuceConnectionFactory application() {
		RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration(this.redis.host(),
				this.redis.port());
		configuration.setUsername("shop");
		configuration.setPassword("secret");
		return new LettuceConnectionFactory(configuration,
				LettuceClientConfiguration.builder().clientResources(this.resources).build());
	}

	private SubmitResult submit(RedisJobStore store) {
		try {
			return store
				.submit(List.of(new NewJob("orders", "order-1", DueTime.after(Duration.ofSeconds(10)),
						ConflictPolicy.KEEP, JobRecord.of(new byte[0]))))
				.get(0);
		}
		finally {
			this.used.countDown();
		}
	}

	/**
	 * Makes a thread other than that of the connection wait for the replies to what it
	 * sends, so that this thread goes on with what follows, and delays the activation of
	 * the connection.
	 */
	private final class HandshakeOnAnotherThread implements NettyCustomizer {

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
			ActivationGuardTests.this.used.await(300, TimeUnit.MILLISECONDS);
			super.channelActive(context);
		}

	}

}
