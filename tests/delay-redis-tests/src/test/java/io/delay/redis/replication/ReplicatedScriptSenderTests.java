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

package io.delay.redis.replication;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests of scripts that wait for replicas, on a Redis without replicas: each WAIT lasts
 * until its timeout. The driver buffers commands while it reconnects.
 */
@Tag("thorough")
class ReplicatedScriptSenderTests {

	private static final byte[] SCRIPT = "return {redis.call('incr', KEYS[1])}".getBytes(StandardCharsets.US_ASCII);

	private static final byte[][] KEYS = { "calls".getBytes(StandardCharsets.US_ASCII) };

	private static final Duration SHORT = Duration.ofMillis(300);

	private static final Duration LONG = Duration.ofSeconds(30);

	private final EmbeddedRedis redis = EmbeddedRedis.start();

	private final RedisClient client = RedisClient.create(RedisURI.create(this.redis.host(), this.redis.port()));

	private final StatefulRedisConnection<byte[], byte[]> connection = this.client.connect(ByteArrayCodec.INSTANCE);

	private final StatefulRedisConnection<String, String> other = this.client.connect();

	private long start;

	@AfterEach
	void close() {
		this.connection.closeAsync().join();
		this.other.close();
		this.client.shutdown();
		this.redis.close();
	}

	@Test
	void scriptsSentWhileOneWaitsShareTheNextWait() {
		ReplicatedScriptSender sender = sender(SHORT);
		whileTheFirstWaits(() -> {
			List<CompletableFuture<List<Object>>> replies = Stream.generate(() -> send(sender)).limit(9).toList();
			boolean inTime = !isOver();
			replies.forEach(ReplicatedScriptSenderTests::awaitFailed);
			if (inTime) {
				assertThat(calls()).isEqualTo("9");
				assertThat(waits()).contains("calls=2,");
			}
			return inTime;
		});
	}

	/**
	 * Repeat a scenario that the machine was too slow for.
	 * @param scenario returns whether it has sent all scripts while the first waited
	 */
	private void whileTheFirstWaits(BooleanSupplier scenario) {
		this.start = System.nanoTime();
		for (int attempt = 1; !scenario.getAsBoolean(); attempt++) {
			assertThat(attempt).as("Attempts that were too slow").isLessThan(10);
			this.other.sync().del("calls");
			this.other.sync().configResetstat();
			this.start = System.nanoTime();
		}
	}

	// Whether the wait of the first script may be over.
	private boolean isOver() {
		return System.nanoTime() - this.start >= SHORT.toNanos();
	}

	@Test
	void connectionThatBreaksEndsTheWaitAndLetsTheNextScriptsGo() {
		ReplicatedScriptSender sender = sender(LONG);
		CompletableFuture<List<Object>> broken = send(sender);
		await().until(() -> "1".equals(calls()));
		CompletableFuture<List<Object>> next = send(sender);
		breakConnection();
		assertThat(awaitFailed(broken)).isInstanceOf(NotReplicatedException.class)
			.hasMessageContaining("connection broke");
		await().until(() -> "2".equals(calls()));
		assertThat(next).isNotDone();
		breakConnection();
		assertThat(awaitFailed(next)).hasMessageContaining("connection broke");
	}

	@Test
	void scriptThatItsCallerGaveUpWhileAnotherWaitsIsNotSent() {
		ReplicatedScriptSender sender = sender(SHORT);
		whileTheFirstWaits(() -> {
			CompletableFuture<List<Object>> first = send(sender);
			send(sender).cancel(true);
			boolean inTime = !isOver();
			awaitFailed(first);
			awaitFailed(send(sender));
			if (inTime) {
				assertThat(calls()).isEqualTo("2");
			}
			return inTime;
		});
	}

	@Test
	void scriptsOfManyThreadsFailWhileThereIsNoConnection() throws Exception {
		this.client
			.setOptions(ClientOptions.builder().disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS).build());
		StatefulRedisConnection<byte[], byte[]> rejecting = this.client.connect(ByteArrayCodec.INSTANCE);
		ReplicatedScriptSender sender = new ReplicatedScriptSender(rejecting, 1, LONG, () -> {
		});
		rejecting.closeAsync().get(10, TimeUnit.SECONDS);
		ExecutorService threads = Executors.newFixedThreadPool(8);
		try {
			List<Future<?>> done = IntStream.range(0, 8)
				.<Future<?>>mapToObj((i) -> threads.submit(() -> IntStream.range(0, 5_000)
					.forEach((j) -> assertThat(send(sender)).failsWithin(Duration.ofSeconds(10)))))
				.toList();
			for (Future<?> thread : done) {
				thread.get(30, TimeUnit.SECONDS);
			}
		}
		finally {
			threads.shutdownNow();
		}
	}

	private ReplicatedScriptSender sender(Duration timeout) {
		return new ReplicatedScriptSender(this.connection, 1, timeout, () -> {
		});
	}

	private static CompletableFuture<List<Object>> send(ReplicatedScriptSender sender) {
		return sender.eval(SCRIPT, KEYS, new byte[0][]);
	}

	private static Throwable awaitFailed(CompletableFuture<List<Object>> reply) {
		await().until(reply::isDone);
		return reply.handle((result, failure) -> failure).join();
	}

	private void breakConnection() {
		this.other.sync().clientKill(KillArgs.Builder.typeNormal().skipme());
	}

	private String calls() {
		return this.other.sync().get("calls");
	}

	private String waits() {
		return this.other.sync()
			.info("commandstats")
			.lines()
			.filter((line) -> line.startsWith("cmdstat_wait:"))
			.findFirst()
			.orElse("");
	}

}
