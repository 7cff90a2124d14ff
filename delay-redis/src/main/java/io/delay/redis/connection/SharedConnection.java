// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.connection;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.redis.script.ConnectionFailure;
import io.delay.redis.script.RedisServer;
import io.delay.redis.script.ScriptRoute;
import io.delay.redis.script.ScriptSender;

/**
 * The connection that all threads with the same role share. The first thread that needs
 * the connection opens it. The other threads wait for that thread no longer than the
 * timeout. Otherwise, if Redis did not answer, each thread would wait until the attempts
 * of all threads before it, and then its own, had failed.
 */
public final class SharedConnection implements ScriptRoute {

	private final LettuceConnectionFactory factory;

	private final Duration timeout;

	private final RedisServer server;

	private final Lock connecting = new ReentrantLock();

	/** Kept when the connection breaks, because the driver then connects again. */
	private volatile @Nullable RedisScriptingAsyncCommands<byte[], byte[]> commands;

	public SharedConnection(LettuceConnectionFactory factory, String settings, Duration timeout) {
		this.factory = factory;
		this.timeout = timeout;
		this.server = new RedisServer(RedisAddress.of(factory), settings);
	}

	public LettuceConnectionFactory factory() {
		return this.factory;
	}

	@Override
	public Duration timeout() {
		return this.timeout;
	}

	@Override
	public RedisServer server() {
		return this.server;
	}

	@Override
	public boolean failsOver() {
		return this.factory.isClusterAware() || this.factory.isRedisSentinelAware();
	}

	// The caller closes the returned view; the connection stays open
	public RedisConnection open() {
		if (this.commands != null) {
			return connection();
		}
		awaitTurn();
		try {
			RedisConnection connection = ConnectionFailure.translate(this.server, this::connection);
			this.commands = commands(connection);
			return connection;
		}
		finally {
			this.connecting.unlock();
		}
	}

	private RedisConnection connection() {
		return whileRunning(LettuceConnectionFactory::getConnection);
	}

	<T> T whileRunning(Function<LettuceConnectionFactory, T> use) {
		try {
			return use.apply(this.factory);
		}
		catch (IllegalStateException ex) {
			if (this.factory.isRunning()) {
				throw ex;
			}
			throw new NonTransientDataAccessResourceException("The connections of Delay to Redis at " + this.server
					+ " are closed, because the application context or the RedisConnections bean was closed; "
					+ "nothing was sent. Submit and settle jobs before that", ex);
		}
	}

	public RedisScriptingAsyncCommands<byte[], byte[]> commands() {
		RedisScriptingAsyncCommands<byte[], byte[]> present = commandsIfOpen();
		if (present != null) {
			return present;
		}
		try (RedisConnection opened = open()) {
			return commands(opened);
		}
	}

	// For a thread that must not wait for a connection
	public @Nullable RedisScriptingAsyncCommands<byte[], byte[]> commandsIfOpen() {
		return this.factory.isRunning() ? this.commands : null;
	}

	@Override
	public ScriptSender sender(byte[][] keys) {
		return new Sender(this, commands());
	}

	@Override
	public @Nullable ScriptSender senderIfOpen(byte[][] keys) {
		RedisScriptingAsyncCommands<byte[], byte[]> present = commandsIfOpen();
		return (present != null) ? new Sender(this, present) : null;
	}

	@SuppressWarnings("unchecked")
	private static RedisScriptingAsyncCommands<byte[], byte[]> commands(RedisConnection connection) {
		return (RedisScriptingAsyncCommands<byte[], byte[]>) connection.getNativeConnection();
	}

	// Makes the next thread open a new connection, unless the given commands are already
	// outdated or a connection is being opened.
	public void reset(RedisScriptingAsyncCommands<byte[], byte[]> old) {
		if (!this.connecting.tryLock()) {
			return;
		}
		try {
			if (this.commands == old) {
				this.commands = null;
				this.factory.resetConnection();
			}
		}
		finally {
			this.connecting.unlock();
		}
	}

	private void awaitTurn() {
		try {
			if (!this.connecting.tryLock(this.timeout.toNanos(), TimeUnit.NANOSECONDS)) {
				throw new RedisConnectionFailureException(ConnectionFailure.unreachable(this.server,
						" (no connection was made within " + this.timeout.toMillis() + " ms)"));
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new RedisConnectionFailureException("Interrupted while connecting to Redis; nothing was sent", ex);
		}
	}

	private record Sender(SharedConnection connection,
			RedisScriptingAsyncCommands<byte[], byte[]> commands) implements ScriptSender {

		@Override
		public CompletableFuture<List<Object>> evalsha(String digest, byte[][] keys, byte[][] values) {
			return this.commands.<List<Object>>evalsha(digest, ScriptOutputType.MULTI, keys, values)
				.toCompletableFuture();
		}

		@Override
		public CompletableFuture<List<Object>> eval(byte[] script, byte[][] keys, byte[][] values) {
			return this.commands.<List<Object>>eval(script, ScriptOutputType.MULTI, keys, values).toCompletableFuture();
		}

		@Override
		public void leave() {
			this.connection.reset(this.commands);
		}

	}

}
