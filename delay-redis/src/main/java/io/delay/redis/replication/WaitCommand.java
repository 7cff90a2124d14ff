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
import java.util.ArrayList;
import java.util.List;

import io.lettuce.core.RedisException;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import org.jspecify.annotations.Nullable;

import io.delay.redis.script.ScriptArguments;

/**
 * A WAIT for replicas, sent after the scripts that the replicas must confirm.
 */
final class WaitCommand extends AsyncCommand<byte[], byte[], Long> {

	private final int replicas;

	private final Duration timeout;

	private final List<ReplicatedScriptCommand> scripts;

	/**
	 * Create a command.
	 * @param replicas the number of replicas that must confirm the scripts
	 * @param timeout how long to wait for the replicas
	 * @param scripts the scripts
	 * @param onEnd called when this command is completed, before its scripts are
	 * completed
	 */
	WaitCommand(int replicas, Duration timeout, List<ReplicatedScriptCommand> scripts, Runnable onEnd) {
		super(new Command<>(CommandType.WAIT, new IntegerOutput<>(ByteArrayCodec.INSTANCE),
				new CommandArgs<>(ByteArrayCodec.INSTANCE).add(replicas).add(ScriptArguments.millis(timeout))));
		this.replicas = replicas;
		this.timeout = timeout;
		this.scripts = List.copyOf(scripts);
		whenComplete((confirmed, failure) -> {
			try {
				onEnd.run();
			}
			finally {
				end(confirmed, failure);
			}
		});
	}

	// Returns the commands in the order in which they must be sent.
	List<AsyncCommand<byte[], byte[], ?>> withScripts() {
		List<AsyncCommand<byte[], byte[], ?>> commands = new ArrayList<>(this.scripts);
		commands.add(this);
		return commands;
	}

	// Must be called before the driver reconnects, because on the next connection the
	// server would reply without waiting.
	void disconnected() {
		completeExceptionally(new RedisException("the connection broke"));
	}

	// Must be called if this command and its scripts could not be sent.
	void fail(Throwable failure) {
		this.scripts.forEach((script) -> script.completeExceptionally(failure));
		completeExceptionally(failure);
	}

	private void end(@Nullable Long confirmed, @Nullable Throwable failure) {
		if (failure != null || confirmed == null) {
			NotReplicatedException failed = NotReplicatedException
				.failed((failure != null) ? failure : new IllegalStateException("WAIT returned no value"));
			this.scripts.forEach((script) -> script.fail(failed));
		}
		else if (confirmed < this.replicas) {
			NotReplicatedException tooFew = NotReplicatedException.tooFew(confirmed, this.replicas, this.timeout);
			this.scripts.forEach((script) -> script.fail(tooFew));
		}
		else {
			this.scripts.forEach(ReplicatedScriptCommand::confirm);
		}
	}

}
