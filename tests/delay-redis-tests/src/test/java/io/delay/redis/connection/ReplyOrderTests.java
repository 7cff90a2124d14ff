// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.connection;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.converter.SimplePayloadConverter;
import io.delay.job.Job;
import io.delay.redis.RedisConnections;
import io.delay.redis.RedisJobStore;
import io.delay.redis.RedisJobStoreInspector;
import io.delay.redis.RedisSpace;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.template.DelayTemplate;
import io.delay.test.redis.RedisForTests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * A driver that fails in mid-reply, out of memory for instance, never gives a reply to a
 * command that it does not belong to.
 */
class ReplyOrderTests {

	private static final String TOPIC = "orders";

	private final RedisSpace space = RedisSpace.shared();

	private final AtomicBoolean failing = new AtomicBoolean();

	private final ClientResources resources = ClientResources.builder().nettyCustomizer(new NettyCustomizer() {

		@Override
		public void afterChannelInitialized(Channel channel) {
			channel.pipeline().addFirst(new FailingHandler());
		}

	}).build();

	private final RedisConnections connections = new RedisConnections(new LettuceConnectionFactory(
			new RedisStandaloneConfiguration(RedisForTests.shared().host(), RedisForTests.shared().port()),
			LettuceClientConfiguration.builder()
				.clientResources(this.resources)
				.commandTimeout(Duration.ofSeconds(2))
				.build()));

	private final RedisJobStore store = new RedisJobStore(this.connections, this.space.options());

	private final DelayTemplate template = new DelayTemplate(this.store,
			new RedisJobStoreInspector(this.connections, this.space.options()), new SimplePayloadConverter());

	@AfterEach
	void close() {
		this.store.close();
		this.connections.close();
		this.resources.shutdown();
		this.space.close();
	}

	@Test
	void noReplyGoesToAnotherCommand() {
		this.template.submit(Job.to(TOPIC).id("order-1").payload("payload").build());
		assertThat(this.template.reserve("other-topic", 1)).isEmpty();
		this.failing.set(true);
		assertThatThrownBy(() -> this.template.reserve(TOPIC, 1)).isInstanceOf(DataAccessException.class);
		await().atMost(Duration.ofSeconds(5))
			.ignoreExceptionsInstanceOf(DataAccessException.class)
			.until(() -> this.template.reserve("other-topic", 1).isEmpty());
		this.store.handBack(TOPIC, tokenOf("order-1"));
		List<ReservedJob> jobs = this.template.reserve(TOPIC, 1);
		assertThat(jobs).extracting((job) -> job.lease().id()).containsExactly("order-1");
		assertThat(this.template.ack(jobs.get(0).lease())).isEqualTo(SettleResult.DONE);
	}

	private String tokenOf(String id) {
		String lease = this.space.template().<String, String>opsForHash().get(this.space.key(TOPIC, "leases"), id);
		return (lease != null) ? lease.substring(0, lease.indexOf(';')) : "nobody";
	}

	/**
	 * Fails once before it passes a reply on.
	 */
	private final class FailingHandler extends ChannelInboundHandlerAdapter {

		@Override
		public void channelRead(ChannelHandlerContext context, Object message) {
			if (ReplyOrderTests.this.failing.compareAndSet(true, false)) {
				context.fireExceptionCaught(new OutOfMemoryError("for a test"));
			}
			context.fireChannelRead(message);
		}

	}

}
