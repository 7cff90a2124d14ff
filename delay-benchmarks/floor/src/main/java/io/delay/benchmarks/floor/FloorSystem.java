// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.floor;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import org.jspecify.annotations.Nullable;

import io.delay.benchmarks.kit.ArtifactVersion;
import io.delay.benchmarks.kit.JobSystem;
import io.delay.benchmarks.kit.StoreAddress;

/**
 * Submits with HSET and ZADD on a connection that all threads share.
 */
final class FloorSystem implements JobSystem {

	private static final int MAX_WAIT_SECONDS = 30;

	private final InstantSource clock = InstantSource.system();

	/** Creates ids of 14 characters, the length of those that Delay generates. */
	private final AtomicLong ids = new AtomicLong(this.clock.millis() * 10);

	private final RedisClient client;

	private final StatefulRedisConnection<String, String> producer;

	private @Nullable FloorConsumer consumer;

	FloorSystem(StoreAddress store) {
		this.client = RedisClient.create(RedisURI.create(store.host(), store.port()));
		this.producer = connect();
	}

	@Override
	public String description() {
		return "Bare commands, Lettuce " + ArtifactVersion.of(RedisClient.class)
				+ ": one producer connection, one consumer thread that takes 16 jobs per round trip";
	}

	@Override
	public void submit(String payload, Duration delay) {
		String id = id();
		send(command(CommandType.HSET, key(FloorKeys.JOBS).add(id).add(payload)),
				command(CommandType.ZADD, key(FloorKeys.WAITING).add(visible(delay)).add(id)));
	}

	@Override
	public void submitAll(List<String> payloads, Duration delay) {
		long visible = visible(delay);
		CommandArgs<String, String> jobs = key(FloorKeys.JOBS);
		CommandArgs<String, String> waiting = key(FloorKeys.WAITING);
		for (String payload : payloads) {
			String id = id();
			jobs.add(id).add(payload);
			waiting.add(visible).add(id);
		}
		send(command(CommandType.HSET, jobs), command(CommandType.ZADD, waiting));
	}

	@Override
	public void start(int workers, Consumer<String> handler) {
		this.consumer = new FloorConsumer(connect(), this.clock, handler);
		this.consumer.start();
	}

	private StatefulRedisConnection<String, String> connect() {
		return this.client.connect(StringCodec.ASCII);
	}

	private String id() {
		return Long.toString(this.ids.getAndIncrement());
	}

	// The next whole millisecond, so that no job is early.
	private long visible(Duration delay) {
		return this.clock.instant().plus(delay).plusNanos(999_999).toEpochMilli();
	}

	private static CommandArgs<String, String> key(String key) {
		return new CommandArgs<>(StringCodec.ASCII).addKey(key);
	}

	private static AsyncCommand<String, String, Long> command(CommandType type, CommandArgs<String, String> arguments) {
		return new AsyncCommand<>(new Command<>(type, new IntegerOutput<>(StringCodec.ASCII), arguments));
	}

	// The API flushes commands one by one, which would cause two writes.
	private void send(AsyncCommand<String, String, Long> first, AsyncCommand<String, String, Long> second) {
		this.producer.dispatch(List.of(first, second));
		if (!LettuceFutures.awaitAll(MAX_WAIT_SECONDS, TimeUnit.SECONDS, first, second)) {
			throw new IllegalStateException("Redis does not answer");
		}
	}

	@Override
	public void close() {
		if (this.consumer != null) {
			this.consumer.stop();
		}
		this.client.shutdown();
	}

}
