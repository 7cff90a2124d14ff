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

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import io.lettuce.core.cluster.api.async.RedisAdvancedClusterAsyncCommands;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.redis.connection.ClusterMasters;
import io.delay.redis.connection.DerivedConnectionFactories;
import io.delay.redis.connection.SharedConnection;
import io.delay.redis.script.ConnectionFailure;
import io.delay.redis.script.RedisServer;
import io.delay.redis.script.ScriptRoute;
import io.delay.redis.script.ScriptSender;

/**
 * Sends scripts directly to the master of their keys, so that a WAIT for replicas can
 * follow them. The driver cannot route a WAIT to the right node of a Cluster.
 */
public final class ReplicatedScriptRoute implements ScriptRoute, AutoCloseable {

	private final DerivedConnectionFactories factories;

	private final SharedConnection connection;

	private final int replicas;

	private final Duration waitTimeout;

	private final ClusterMasters masters;

	private final Map<StatefulRedisConnection<byte[], byte[]>, ReplicatedScriptSender> senders = new ConcurrentHashMap<>();

	private ReplicatedScriptRoute(DerivedConnectionFactories factories, int replicas, Duration waitTimeout) {
		this.factories = factories;
		this.connection = factories.share("submits");
		this.replicas = replicas;
		this.waitTimeout = waitTimeout;
		this.masters = new ClusterMasters(this.connection.factory());
	}

	/**
	 * Create a route with its own connection, because every command that is sent after a
	 * WAIT waits as well.
	 * @param application the connection factory of the application
	 * @param settings where the application sets its address, for messages
	 * @param replicas the number of replicas that must confirm each script
	 * @param waitTimeout how long to wait for the replicas, in addition to the timeout of
	 * a command
	 * @return the route, which the caller must close
	 */
	public static ReplicatedScriptRoute of(LettuceConnectionFactory application, String settings, int replicas,
			Duration waitTimeout) {
		return new ReplicatedScriptRoute(new DerivedConnectionFactories(application, settings, waitTimeout), replicas,
				waitTimeout);
	}

	/**
	 * Close the connection. Commands in progress fail.
	 */
	@Override
	public void close() {
		this.factories.close();
	}

	@Override
	public ScriptSender sender(byte[][] keys) {
		RedisScriptingAsyncCommands<byte[], byte[]> commands = this.connection.commands();
		try {
			return sender(commands, toMaster(commands, keys).get(timeout().toNanos(), TimeUnit.NANOSECONDS));
		}
		catch (ExecutionException | TimeoutException ex) {
			throw new RedisConnectionFailureException(ConnectionFailure.unreachable(server()), ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new RedisConnectionFailureException("Interrupted while connecting to Redis; nothing was sent", ex);
		}
	}

	@Override
	public @Nullable ScriptSender senderIfOpen(byte[][] keys) {
		RedisScriptingAsyncCommands<byte[], byte[]> commands = this.connection.commandsIfOpen();
		if (commands == null) {
			return null;
		}
		CompletableFuture<StatefulRedisConnection<byte[], byte[]>> master = toMaster(commands, keys);
		return (master.isDone() && !master.isCompletedExceptionally()) ? sender(commands, master.join()) : null;
	}

	private CompletableFuture<StatefulRedisConnection<byte[], byte[]>> toMaster(
			RedisScriptingAsyncCommands<byte[], byte[]> commands, byte[][] keys) {
		if (commands instanceof RedisAdvancedClusterAsyncCommands<byte[], byte[]> cluster) {
			return this.masters.connect(cluster.getStatefulConnection(), keys[0]);
		}
		return CompletableFuture
			.completedFuture(((RedisAsyncCommands<byte[], byte[]>) commands).getStatefulConnection());
	}

	private ScriptSender sender(RedisScriptingAsyncCommands<byte[], byte[]> commands,
			StatefulRedisConnection<byte[], byte[]> master) {
		ReplicatedScriptSender present = this.senders.get(master);
		if (present != null) {
			return present;
		}
		this.senders.keySet().removeIf((connection) -> !connection.isOpen());
		return this.senders.computeIfAbsent(master, (connection) -> new ReplicatedScriptSender(connection,
				this.replicas, this.waitTimeout, () -> this.connection.reset(commands)));
	}

	@Override
	public void refreshTopology() {
		this.masters.refreshTopology();
	}

	@Override
	public RedisServer server() {
		return this.connection.server();
	}

	@Override
	public Duration timeout() {
		return this.connection.timeout();
	}

	@Override
	public boolean failsOver() {
		return this.connection.failsOver();
	}

}
