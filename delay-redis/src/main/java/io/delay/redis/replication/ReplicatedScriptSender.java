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
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

import io.delay.redis.script.ScriptSender;

/**
 * Sends scripts, each followed by a WAIT. Only one WAIT is in progress at a time, because
 * the server executes no other command of the same connection meanwhile. Scripts that are
 * sent after a WAIT share the next one.
 */
final class ReplicatedScriptSender implements ScriptSender {

	/** The last argument, which makes a script write something that the WAIT covers. */
	private static final byte[] TO_BE_WAITED_FOR = "w".getBytes(StandardCharsets.US_ASCII);

	private final StatefulRedisConnection<byte[], byte[]> connection;

	private final int replicas;

	private final Duration timeout;

	private final Runnable onLeave;

	private final Lock lock = new ReentrantLock();

	/** The scripts that were sent after the WAIT in progress; guarded by the lock. */
	private final List<ReplicatedScriptCommand> behind = new ArrayList<>();

	/** Whether a WAIT is in progress; guarded by the lock. */
	private boolean waiting;

	/** The connection on which the last WAIT was sent. */
	private volatile @Nullable Channel channel;

	/**
	 * Create a sender.
	 * @param connection the connection to a master, used only by this sender
	 * @param replicas the number of replicas that must confirm each script
	 * @param timeout how long to wait for the replicas
	 * @param onLeave makes the next thread connect again
	 */
	ReplicatedScriptSender(StatefulRedisConnection<byte[], byte[]> connection, int replicas, Duration timeout,
			Runnable onLeave) {
		this.connection = connection;
		this.replicas = replicas;
		this.timeout = timeout;
		this.onLeave = onLeave;
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
		WaitCommand wait = nextWait(script);
		if (wait != null) {
			dispatch(List.of(script, wait), wait);
		}
		else {
			// The script comes first, because the WAIT that covers it may be sent by
			// another thread
			dispatch(List.of(script), null);
			dispatchLast(waitBehind(script));
		}
		return script.confirmed();
	}

	private @Nullable WaitCommand nextWait(ReplicatedScriptCommand script) {
		this.lock.lock();
		try {
			if (this.waiting) {
				return null;
			}
			this.waiting = true;
			return new WaitCommand(this.replicas, this.timeout, List.of(script));
		}
		finally {
			this.lock.unlock();
		}
	}

	// Null while another WAIT is in progress.
	private @Nullable WaitCommand waitBehind(ReplicatedScriptCommand script) {
		this.lock.lock();
		try {
			this.behind.add(script);
			return this.waiting ? null : waitForThoseBehind();
		}
		finally {
			this.lock.unlock();
		}
	}

	private @Nullable WaitCommand waitOver() {
		this.lock.lock();
		try {
			return waitForThoseBehind();
		}
		finally {
			this.lock.unlock();
		}
	}

	// Only with the lock.
	private @Nullable WaitCommand waitForThoseBehind() {
		this.waiting = !this.behind.isEmpty();
		if (!this.waiting) {
			return null;
		}
		WaitCommand next = new WaitCommand(this.replicas, this.timeout, this.behind);
		this.behind.clear();
		return next;
	}

	// The driver's own thread writes at once and would overtake the scripts that other
	// threads have queued for it.
	private void dispatchLast(@Nullable WaitCommand wait) {
		if (wait == null) {
			return;
		}
		Channel last = this.channel;
		try {
			if (last != null) {
				last.eventLoop().execute(() -> dispatch(List.of(wait), wait));
				return;
			}
		}
		catch (RejectedExecutionException ex) {
			// The connection is closed; the driver reports that as the failure of the
			// command
		}
		dispatch(List.of(wait), wait);
	}

	// Must not throw, because nothing else completes the WAIT that queued scripts depend
	// on.
	private void dispatch(List<AsyncCommand<byte[], byte[], ?>> commands, @Nullable WaitCommand wait) {
		try {
			if (wait != null) {
				wait.whenComplete((confirmed, failure) -> {
					this.channel = wait.channel();
					dispatchLast(waitOver());
					wait.tell(confirmed, failure);
				});
			}
			this.connection.dispatch(commands);
		}
		catch (Throwable ex) {
			commands.forEach((command) -> command.completeExceptionally(ex));
		}
	}

}
