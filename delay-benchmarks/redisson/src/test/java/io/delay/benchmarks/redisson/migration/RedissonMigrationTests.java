// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.redisson.migration;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.Redisson;
import org.redisson.api.BatchOptions;
import org.redisson.api.BatchOptions.ExecutionMode;
import org.redisson.api.RBatch;
import org.redisson.api.RBlockingQueue;
import org.redisson.api.RDelayedQueue;
import org.redisson.api.RFuture;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.client.handler.State;
import org.redisson.client.protocol.ScoredEntry;
import org.redisson.config.Config;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.store.StoredJob;
import io.delay.template.DelayTemplate;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * The move from the delayed queue of Redisson to Delay, on a real Redis.
 */
@SuppressWarnings("deprecation")
@Timeout(60)
class RedissonMigrationTests {

	private final EmbeddedRedis redis = EmbeddedRedis.start();

	private final String queueName = "orders-" + UUID.randomUUID();

	private RedissonClient redisson;

	private ConfigurableApplicationContext application;

	private DelayTemplate delayTemplate;

	private RBlockingQueue<String> queue;

	private RDelayedQueue<String> delayedQueue;

	private DelayedQueueMove move;

	@BeforeEach
	void start() {
		Config config = new Config();
		config.useSingleServer().setAddress("redis://" + this.redis.host() + ":" + this.redis.port());
		this.redisson = Redisson.create(config);
		this.queue = this.redisson.getBlockingQueue(this.queueName);
		this.delayedQueue = this.redisson.getDelayedQueue(this.queue);
		this.application = new SpringApplicationBuilder(DelayApplication.class).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.properties("spring.data.redis.host=" + this.redis.host(), "spring.data.redis.port=" + this.redis.port(),
					"delay.startup-check=off")
			.run();
		this.delayTemplate = this.application.getBean(DelayTemplate.class);
		this.move = new DelayedQueueMove(this.redisson, this.delayTemplate);
	}

	@AfterEach
	void close() {
		this.application.close();
		this.delayedQueue.destroy();
		this.redisson.shutdown(0, 5, TimeUnit.SECONDS);
		this.redis.close();
	}

	@Test
	void elementsMoveWithTheirDueTimes() {
		Instant start = Instant.now();
		for (int hours = 1; hours <= 3; hours++) {
			this.delayedQueue.offer("order-" + hours, hours, TimeUnit.HOURS);
		}
		this.move.moveAll(this.queueName);
		for (int hours = 1; hours <= 3; hours++) {
			assertThat(job("order-" + hours).dueTime()).isCloseTo(start.plus(Duration.ofHours(hours)),
					within(Duration.ofSeconds(30)));
		}
		assertThat(this.delayedQueue.readAll()).isEmpty();
		assertThat(this.delayedQueue.size()).isZero();
		assertThat(this.queue.size()).isZero();
	}

	@Test
	void moveThatWasInterruptedBeforeARemovalIsRepeated() {
		this.delayedQueue.offer("order-7", 1, TimeUnit.HOURS);
		ScoredEntry<byte[]> entry = this.move.nextElements(this.queueName).iterator().next();
		this.move.submit(entry);
		Instant dueTime = job("order-7").dueTime();
		this.move.moveAll(this.queueName);
		assertThat(job("order-7").dueTime()).isEqualTo(dueTime);
		assertThat(this.delayedQueue.readAll()).isEmpty();
	}

	@Test
	void elementThatIsDueIsLeftToTheOldConsumer() throws Exception {
		this.delayedQueue.offer("order-7", 0, TimeUnit.SECONDS);
		assertThat(this.queue.poll(20, TimeUnit.SECONDS)).isEqualTo("order-7");
		this.move.moveAll(this.queueName);
		assertThat(this.delayTemplate.find("order-timeout", "order-7")).isEmpty();
	}

	@Test
	void elementThatRedissonHandsOverDuringTheMoveIsInBoth() {
		this.delayedQueue.offer("order-7", 1, TimeUnit.HOURS);
		ScoredEntry<byte[]> entry = this.move.nextElements(this.queueName).iterator().next();
		assertThat(this.delayedQueue.poll()).isEqualTo("order-7");
		this.move.submit(entry);
		assertThat(this.move.remove(this.queueName, entry)).isFalse();
		assertThat(job("order-7").state()).isEqualTo(JobState.DELAYED);
	}

	@Test
	void twoMovesAtOnceLoseNothing() {
		List<String> ids = IntStream.range(0, 500).mapToObj((order) -> "order-" + order).toList();
		ids.forEach((id) -> this.delayedQueue.offer(id, 1, TimeUnit.HOURS));
		CompletableFuture<Void> other = CompletableFuture.runAsync(() -> this.move.moveAll(this.queueName));
		this.move.moveAll(this.queueName);
		other.join();
		assertThat(this.delayedQueue.readAll()).isEmpty();
		assertThat(ids).allSatisfy((id) -> assertThat(this.delayTemplate.find("order-timeout", id)).isPresent());
	}

	private StoredJob job(String id) {
		return this.delayTemplate.find("order-timeout", id).orElseThrow();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class DelayApplication {

	}

	record OrderTimeout(String orderId) {

	}

	static class DelayedQueueMove {

		private static final int PAGE = 100;

		private final RedissonClient redisson;

		private final DelayTemplate delayTemplate;

		DelayedQueueMove(RedissonClient redisson, DelayTemplate delayTemplate) {
			this.redisson = redisson;
			this.delayTemplate = delayTemplate;
		}

		void moveAll(String queue) {
			Collection<ScoredEntry<byte[]>> elements = nextElements(queue);
			while (!elements.isEmpty()) {
				for (ScoredEntry<byte[]> element : elements) {
					submit(element);
					remove(queue, element);
				}
				elements = nextElements(queue);
			}
		}

		Collection<ScoredEntry<byte[]>> nextElements(String queue) {
			return this.redisson.<byte[]>getScoredSortedSet(dueTimes(queue), ByteArrayCodec.INSTANCE)
				.entryRange(0, PAGE - 1);
		}

		void submit(ScoredEntry<byte[]> element) {
			String orderId = (String) decode(element.getValue());
			this.delayTemplate.submit(Job.to("order-timeout")
				.id(orderId)
				.payload(new OrderTimeout(orderId))
				.dueTime(Instant.ofEpochMilli(element.getScore().longValue()))
				.build());
		}

		boolean remove(String queue, ScoredEntry<byte[]> element) {
			RBatch batch = this.redisson
				.createBatch(BatchOptions.defaults().executionMode(ExecutionMode.IN_MEMORY_ATOMIC));
			RFuture<Boolean> removed = batch.getScoredSortedSet(dueTimes(queue), ByteArrayCodec.INSTANCE)
				.removeAsync(element.getValue());
			batch.getList("redisson_delay_queue:{" + queue + "}", ByteArrayCodec.INSTANCE)
				.removeAsync(element.getValue(), 1);
			batch.execute();
			return removed.toCompletableFuture().join();
		}

		private static String dueTimes(String queue) {
			return "redisson_delay_queue_timeout:{" + queue + "}";
		}

		// The length of a random id in one byte, the id, the length of the value in eight
		// bytes, the value
		private Object decode(byte[] element) {
			int start = 1 + element[0] + Long.BYTES;
			ByteBuf value = Unpooled.wrappedBuffer(element, start, element.length - start);
			try {
				return this.redisson.getConfig().getCodec().getValueDecoder().decode(value, new State());
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

	}

}
