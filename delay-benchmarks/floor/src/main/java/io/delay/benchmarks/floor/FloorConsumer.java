// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.floor;

import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.lettuce.core.KeyValue;
import io.lettuce.core.LettuceFutures;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;

/**
 * Takes jobs in one thread: each group of commands reserves and reads a batch, deletes
 * the previous batch, and requests the ids of the next batch.
 */
final class FloorConsumer implements Runnable {

	private static final int BATCH = 16;

	private static final int IDLE_MILLIS = 1;

	private static final int MAX_WAIT_SECONDS = 30;

	private final StatefulRedisConnection<String, String> connection;

	private final RedisAsyncCommands<String, String> commands;

	private final InstantSource clock;

	private final Consumer<String> handler;

	private final Thread thread = new Thread(this, "floor-consumer");

	private volatile boolean stopped;

	FloorConsumer(StatefulRedisConnection<String, String> connection, InstantSource clock, Consumer<String> handler) {
		this.connection = connection;
		this.connection.setAutoFlushCommands(false);
		this.commands = connection.async();
		this.clock = clock;
		this.handler = handler;
	}

	void start() {
		this.thread.setDaemon(true);
		this.thread.start();
	}

	void stop() {
		this.stopped = true;
		try {
			this.thread.join(TimeUnit.SECONDS.toMillis(MAX_WAIT_SECONDS));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public void run() {
		String[] handled = {};
		String[] due = {};
		while (!this.stopped) {
			if (due.length == 0 && handled.length == 0) {
				pause();
			}
			RedisFuture<List<KeyValue<String, String>>> payloads = (due.length > 0) ? reserve(due) : null;
			if (handled.length > 0) {
				this.commands.zrem(FloorKeys.RESERVED, handled);
				this.commands.hdel(FloorKeys.JOBS, handled);
			}
			RedisFuture<List<String>> next = findDue();
			this.connection.flushCommands();
			if (payloads != null) {
				get(payloads).forEach((payload) -> this.handler.accept(payload.getValue()));
			}
			handled = due;
			due = get(next).toArray(String[]::new);
		}
	}

	@SuppressWarnings("unchecked")
	private RedisFuture<List<KeyValue<String, String>>> reserve(String[] due) {
		double deadline = this.clock.millis() + TimeUnit.MINUTES.toMillis(1);
		ScoredValue<String>[] deadlines = new ScoredValue[due.length];
		for (int i = 0; i < due.length; i++) {
			deadlines[i] = ScoredValue.just(deadline, due[i]);
		}
		this.commands.zrem(FloorKeys.WAITING, due);
		this.commands.zadd(FloorKeys.RESERVED, deadlines);
		return this.commands.hmget(FloorKeys.JOBS, due);
	}

	private RedisFuture<List<String>> findDue() {
		Range<Double> due = Range.create(Double.NEGATIVE_INFINITY, (double) this.clock.millis());
		return this.commands.zrangebyscore(FloorKeys.WAITING, due, Limit.create(0, BATCH));
	}

	private static <T> T get(RedisFuture<T> reply) {
		return LettuceFutures.awaitOrCancel(reply, MAX_WAIT_SECONDS, TimeUnit.SECONDS);
	}

	private static void pause() {
		try {
			TimeUnit.MILLISECONDS.sleep(IDLE_MILLIS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
