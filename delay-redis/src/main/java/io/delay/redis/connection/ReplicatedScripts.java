// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.connection;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.ByteArrayCodec;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.redis.script.ConnectionFailure;
import io.delay.redis.script.NoReplyException;
import io.delay.redis.script.RedisServer;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptRoute;
import io.delay.redis.script.ScriptSender;

/**
 * Runs scripts and returns their replies once replicas have confirmed their writes. The
 * calling thread sends a script and then a {@code WAIT} on a connection that no other
 * thread uses meanwhile, and that is closed after a failure. The driver never reconnects
 * it, because on another connection the server would reply to the {@code WAIT} at once.
 */
public final class ReplicatedScripts implements ScriptRoute, ScriptSender, AutoCloseable {

	private static final int MAX_CONNECTIONS = 8;

	/**
	 * The last argument. It makes a script write even if it stores no job, because a WAIT
	 * has an effect only after a write.
	 */
	private static final byte[] TO_BE_WAITED_FOR = { 'w' };

	/** The minimum time between two refreshes of the topology. */
	private static final Duration REFRESH_PAUSE = Duration.ofMillis(100);

	private final DerivedConnectionFactories factories;

	private final SharedConnection server;

	private final int replicas;

	private final Duration waitTimeout;

	private final Semaphore permits = new Semaphore(MAX_CONNECTIONS, true);

	private final Queue<StatefulConnection<byte[], byte[]>> idle = new ConcurrentLinkedQueue<>();

	private final AtomicLong nextRefresh = new AtomicLong(System.nanoTime());

	// Its connections are opened when they are needed. The timeout is added to that of a
	// command
	public ReplicatedScripts(LettuceConnectionFactory application, String settings, int replicas,
			Duration waitTimeout) {
		this.factories = new DerivedConnectionFactories(application, settings, waitTimeout, false);
		this.server = this.factories.share("submits");
		this.replicas = replicas;
		this.waitTimeout = waitTimeout;
	}

	@Override
	public CompletableFuture<List<Object>> evalsha(String digest, byte[][] keys, byte[][] values) {
		byte[][] arguments = toBeWaitedFor(values);
		return run(keys[0], (master) -> master.evalsha(digest, ScriptOutputType.MULTI, keys, arguments));
	}

	@Override
	public CompletableFuture<List<Object>> eval(byte[] script, byte[][] keys, byte[][] values) {
		byte[][] arguments = toBeWaitedFor(values);
		return run(keys[0], (master) -> master.eval(script, ScriptOutputType.MULTI, keys, arguments));
	}

	private static byte[][] toBeWaitedFor(byte[][] values) {
		byte[][] arguments = Arrays.copyOf(values, values.length + 1);
		arguments[values.length] = TO_BE_WAITED_FOR;
		return arguments;
	}

	private CompletableFuture<List<Object>> run(byte[] key,
			Function<RedisCommands<byte[], byte[]>, List<Object>> script) {
		try {
			if (!this.permits.tryAcquire(timeout().toNanos(), TimeUnit.NANOSECONDS)) {
				throw new RedisConnectionFailureException(
						"Redis at " + server() + " or its replicas are too slow: no connection was free within "
								+ timeout().toMillis() + " ms; nothing was sent");
			}
			try {
				return CompletableFuture.completedFuture(runOnConnection(key, script));
			}
			finally {
				this.permits.release();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return CompletableFuture.failedFuture(new RedisConnectionFailureException(
					"Interrupted while waiting for a connection to Redis; nothing was sent", ex));
		}
		catch (Throwable ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	private List<Object> runOnConnection(byte[] key, Function<RedisCommands<byte[], byte[]>, List<Object>> script) {
		StatefulConnection<byte[], byte[]> connection = idleOrNew();
		List<Object> reply;
		try {
			RedisCommands<byte[], byte[]> master = master(connection, key).sync();
			reply = script.apply(master);
			awaitReplicas(master);
		}
		catch (Throwable ex) {
			connection.closeAsync();
			refreshTopology();
			throw ex;
		}
		this.idle.add(connection);
		return reply;
	}

	private StatefulConnection<byte[], byte[]> idleOrNew() {
		for (StatefulConnection<byte[], byte[]> next = this.idle.poll(); next != null; next = this.idle.poll()) {
			if (next.isOpen()) {
				return next;
			}
			next.closeAsync();
		}
		return ConnectionFailure.translate(server(),
				() -> this.server
					.whileRunning((factory) -> (factory.getRequiredNativeClient() instanceof RedisClusterClient cluster)
							? cluster.connect(ByteArrayCodec.INSTANCE)
							: ((RedisClient) factory.getRequiredNativeClient()).connect(ByteArrayCodec.INSTANCE)));
	}

	// The driver cannot route a WAIT to the right node of a Cluster.
	private StatefulRedisConnection<byte[], byte[]> master(StatefulConnection<byte[], byte[]> connection, byte[] key) {
		if (connection instanceof StatefulRedisConnection<byte[], byte[]> master) {
			return master;
		}
		StatefulRedisClusterConnection<byte[], byte[]> cluster = (StatefulRedisClusterConnection<byte[], byte[]>) connection;
		int slot = SlotHash.getSlot(key);
		RedisClusterNode master = cluster.getPartitions().getMasterBySlot(slot);
		return ConnectionFailure.translate(server(), () -> {
			if (master == null) {
				throw new RedisConnectionException("No node is known to own slot " + slot);
			}
			return cluster.getConnection(master.getNodeId());
		});
	}

	private void awaitReplicas(RedisCommands<byte[], byte[]> master) {
		long confirmed;
		try {
			confirmed = master.waitForReplication(this.replicas, ScriptArguments.millis(this.waitTimeout));
		}
		catch (RuntimeException ex) {
			throw new NoReplyException("The master has the jobs, but it is unknown whether its replicas have them, "
					+ "because the WAIT for them failed: " + ex.getMessage(), ex);
		}
		if (confirmed < this.replicas) {
			throw new NoReplyException("The master has the jobs, but only " + confirmed + " of " + this.replicas
					+ " replicas confirmed them within " + this.waitTimeout.toMillis()
					+ " ms. Check connected_slaves and the lag of each in INFO replication of the master; "
					+ "delay.redis.wait-replicas must not exceed the number of replicas", null);
		}
	}

	// The driver does not see redirections on the connection to a node.
	private void refreshTopology() {
		long now = System.nanoTime();
		long next = this.nextRefresh.get();
		if (this.server.factory().getNativeClient() instanceof RedisClusterClient cluster && now - next >= 0
				&& this.nextRefresh.compareAndSet(next, now + REFRESH_PAUSE.toNanos())) {
			cluster.refreshPartitionsAsync();
		}
	}

	// Closes the idle connections, because they may lead to another server than new ones.
	@Override
	public void leave() {
		for (StatefulConnection<byte[], byte[]> next = this.idle.poll(); next != null; next = this.idle.poll()) {
			next.closeAsync();
		}
	}

	@Override
	public ScriptSender sender(byte[][] keys) {
		return this;
	}

	// Null, because every call waits. Each thread therefore sends its own submits.
	@Override
	public @Nullable ScriptSender senderIfOpen(byte[][] keys) {
		return null;
	}

	@Override
	public RedisServer server() {
		return this.server.server();
	}

	@Override
	public Duration timeout() {
		return this.server.timeout();
	}

	@Override
	public boolean failsOver() {
		return this.server.failsOver();
	}

	/** Close the connections. Commands in progress fail. */
	@Override
	public void close() {
		this.factories.close();
	}

}
