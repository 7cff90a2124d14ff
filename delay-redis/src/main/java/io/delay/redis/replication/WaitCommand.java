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
import java.util.List;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

import io.delay.redis.script.ScriptArguments;

/**
 * A WAIT for replicas, for the scripts that were sent before it.
 */
final class WaitCommand extends AsyncCommand<byte[], byte[], Long> implements WriteAware {

	private final int replicas;

	private final Duration timeout;

	private final List<ReplicatedScriptCommand> scripts;

	private volatile @Nullable Channel channel;

	/**
	 * Create a command.
	 * @param replicas the number of replicas that must confirm
	 * @param timeout how long to wait for the replicas
	 * @param scripts the scripts that they must confirm
	 */
	WaitCommand(int replicas, Duration timeout, List<ReplicatedScriptCommand> scripts) {
		super(new Command<>(CommandType.WAIT, new IntegerOutput<>(ByteArrayCodec.INSTANCE),
				new CommandArgs<>(ByteArrayCodec.INSTANCE).add(replicas).add(ScriptArguments.millis(timeout))));
		this.replicas = replicas;
		this.timeout = timeout;
		this.scripts = List.copyOf(scripts);
	}

	// The connection on which it was sent, null if it was not sent.
	@Nullable Channel channel() {
		return this.channel;
	}

	@Override
	public void written(Channel channel) {
		this.channel = channel;
		this.scripts.forEach((script) -> script.waitWritten(channel));
	}

	// Passes the number of replicas that have confirmed, or the failure, to the scripts.
	void tell(@Nullable Long confirmed, @Nullable Throwable failure) {
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
