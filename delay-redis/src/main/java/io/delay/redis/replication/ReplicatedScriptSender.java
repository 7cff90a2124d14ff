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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import org.jspecify.annotations.Nullable;

import io.delay.redis.script.ScriptSender;

/**
 * Sends scripts, followed by a WAIT. Only one WAIT is in progress at a time, because the
 * server executes no other command of the same connection meanwhile. Scripts that arrive
 * meanwhile are sent with the next WAIT. If the connection breaks, the WAIT in progress
 * fails, because on the next connection the server would reply to it without waiting.
 */
final class ReplicatedScriptSender implements ScriptSender, RedisConnectionStateListener {

	/**
	 * The last argument. It makes a script write even if it stores no job, because a WAIT
	 * has an effect only after a write.
	 */
	private static final byte[] TO_BE_WAITED_FOR = "w".getBytes(StandardCharsets.US_ASCII);

	private final StatefulRedisConnection<byte[], byte[]> connection;

	private final int replicas;

	private final Duration timeout;

	private final Runnable onLeave;

	private final Lock lock = new ReentrantLock();

	/** The scripts to send with the next WAIT; guarded by the lock. */
	private final List<ReplicatedScriptCommand> unsent = new ArrayList<>();

	/** The WAIT in progress; guarded by the lock. */
	private @Nullable WaitCommand current;

	/** Whether a thread is sending; guarded by the lock. */
	private boolean dispatching;

	/**
	 * Create a sender.
	 * @param connection the connection to a master, used only by this sender
	 * @param replicas the number of replicas that must confirm each script
	 * @param timeout how long to wait for the replicas
	 * @param onLeave called to make the next thread connect again
	 */
	ReplicatedScriptSender(StatefulRedisConnection<byte[], byte[]> connection, int replicas, Duration timeout,
			Runnable onLeave) {
		this.connection = connection;
		this.replicas = replicas;
		this.timeout = timeout;
		this.onLeave = onLeave;
		connection.addListener(this);
	}

	@Override
	public CompletableFuture<List<Object>> evalsha(String digest, byte[][] keys, byte[][] values) {
		return send(CommandType.EVALSHA, digest.getBytes(StandardCharsets.US_ASCII), keys, values);
	}

	@Override
	public CompletableFuture<List<Object>> eval(byte[] script, byte[][] keys, byte[][] values) {
		return send(CommandType.EVAL, script, keys, values);
	}

	@Override
	public void leave() {
		this.onLeave.run();
	}

	@Override
	public void onRedisDisconnected(RedisChannelHandler<?, ?> disconnected) {
		WaitCommand wait = current();
		if (wait != null) {
			wait.disconnected();
		}
	}

	private CompletableFuture<List<Object>> send(CommandType type, byte[] script, byte[][] keys, byte[][] values) {
		byte[][] waitedFor = Arrays.copyOf(values, values.length + 1);
		waitedFor[values.length] = TO_BE_WAITED_FOR;
		CommandArgs<byte[], byte[]> arguments = new CommandArgs<>(ByteArrayCodec.INSTANCE).add(script)
			.add(keys.length)
			.addKeys(keys)
			.addValues(waitedFor);
		return send(ReplicatedScriptCommand
			.of(new Command<>(type, new NestedMultiOutput<>(ByteArrayCodec.INSTANCE), arguments)));
	}

	private CompletableFuture<List<Object>> send(ReplicatedScriptCommand script) {
		this.lock.lock();
		try {
			this.unsent.add(script);
		}
		finally {
			this.lock.unlock();
		}
		dispatch();
		return script.confirmed();
	}

	// Only one thread sends at a time, in a loop. The driver completes a rejected command
	// within the call that sends it. If this completion sent the scripts that other
	// threads have added meanwhile, recursive calls could exhaust the stack.
	private void dispatch() {
		WaitCommand wait = next(false);
		while (wait != null) {
			dispatch(wait);
			wait = next(true);
		}
	}

	/**
	 * Return the next WAIT to send.
	 * @param dispatching whether the calling thread has sent the previous WAIT
	 * @return the WAIT, {@code null} if there is nothing to send, another WAIT is in
	 * progress or another thread is sending
	 */
	private @Nullable WaitCommand next(boolean dispatching) {
		this.lock.lock();
		try {
			this.dispatching = this.dispatching && !dispatching;
			if (this.dispatching || this.current != null || this.unsent.isEmpty()) {
				return null;
			}
			this.current = new WaitCommand(this.replicas, this.timeout, this.unsent, this::ended);
			this.unsent.clear();
			this.dispatching = true;
			return this.current;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void ended() {
		this.lock.lock();
		try {
			this.current = null;
		}
		finally {
			this.lock.unlock();
		}
		dispatch();
	}

	private @Nullable WaitCommand current() {
		this.lock.lock();
		try {
			return this.current;
		}
		finally {
			this.lock.unlock();
		}
	}

	// Must not throw, because nothing else completes the WAIT that unsent scripts depend
	// on.
	private void dispatch(WaitCommand wait) {
		try {
			this.connection.dispatch(wait.withScripts());
		}
		catch (Throwable ex) {
			wait.fail(ex);
		}
	}

}
