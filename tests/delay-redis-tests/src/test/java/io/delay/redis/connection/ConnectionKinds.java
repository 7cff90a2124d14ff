// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.connection;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.pubsub.api.async.RedisPubSubAsyncCommands;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.redis.RedisAccess;
import io.delay.redis.RedisConnections;
import io.delay.redis.script.ScriptRoute;

/**
 * Every kind of connection that an instance has: of producers, consumers, submits that
 * wait for replicas, and wake-ups.
 */
final class ConnectionKinds implements AutoCloseable {

	private static final byte[] CHANNEL = "hints".getBytes(StandardCharsets.US_ASCII);

	private static final byte[] SCRIPT = "return {redis.call('PUBLISH', 'hints', 'hint')}"
		.getBytes(StandardCharsets.US_ASCII);

	/** In a Cluster of three nodes, each has another master. */
	private static final List<String> KEYS = List.of("a", "b", "c");

	private final RedisConnections connections;

	private final Map<String, ScriptRoute> routes = new LinkedHashMap<>();

	private final RedisConnection wakeUps;

	private final Semaphore hints = new Semaphore(0);

	ConnectionKinds(LettuceConnectionFactory application) {
		this.connections = new RedisConnections(application);
		this.routes.put("producers", RedisAccess.producers(this.connections));
		this.routes.put("consumers", RedisAccess.consumers(this.connections));
		this.routes.put("submits", RedisAccess.submits(this.connections, 0, Duration.ofMillis(100)));
		this.wakeUps = RedisAccess.wakeUps(this.connections).getConnection();
		this.wakeUps.subscribe((message, pattern) -> this.hints.release(), CHANNEL);
	}

	/**
	 * Send something on every connection without waiting for a reply.
	 */
	void use() {
		this.routes.values().forEach((route) -> KEYS.forEach((key) -> {
			byte[][] keys = { key.getBytes(StandardCharsets.US_ASCII) };
			try {
				route.sender(keys).eval(SCRIPT, keys, new byte[0][]);
			}
			catch (RuntimeException ex) {
				// There is no connection at the moment
			}
		}));
		try {
			((RedisPubSubAsyncCommands<?, ?>) this.wakeUps.getNativeConnection()).ping();
		}
		catch (RuntimeException ex) {
			// There is no connection at the moment
		}
	}

	/**
	 * Whether every connection works.
	 */
	boolean work() {
		return this.routes.keySet().stream().allMatch(this::works) && hintsArrive();
	}

	private boolean works(String kind) {
		return KEYS.stream().allMatch((key) -> {
			byte[][] keys = { key.getBytes(StandardCharsets.US_ASCII) };
			try {
				return !this.routes.get(kind)
					.sender(keys)
					.eval(SCRIPT, keys, new byte[0][])
					.get(1, TimeUnit.SECONDS)
					.isEmpty();
			}
			catch (Exception ex) {
				return false;
			}
		});
	}

	private boolean hintsArrive() {
		this.hints.drainPermits();
		try {
			return works("producers") && this.hints.tryAcquire(1, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	/**
	 * Close the connection of producers on purpose.
	 */
	void reset() {
		RedisAccess.producers(this.connections).reset(RedisAccess.producers(this.connections).commands());
	}

	@Override
	public void close() {
		this.wakeUps.close();
		this.connections.close();
	}

}
