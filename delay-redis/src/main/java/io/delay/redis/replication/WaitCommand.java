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
 * A WAIT for replicas, on behalf of the scripts that went out before it.
 */
final class WaitCommand extends AsyncCommand<byte[], byte[], Long> implements WriteAware {

	private final int replicas;

	private final Duration timeout;

	private final List<ReplicatedScriptCommand> scripts;

	private volatile @Nullable Channel channel;

	/**
	 * Create a command.
	 * @param replicas how many replicas are to confirm
	 * @param timeout how long they have
	 * @param scripts what they are to confirm
	 */
	WaitCommand(int replicas, Duration timeout, List<ReplicatedScriptCommand> scripts) {
		super(new Command<>(CommandType.WAIT, new IntegerOutput<>(ByteArrayCodec.INSTANCE),
				new CommandArgs<>(ByteArrayCodec.INSTANCE).add(replicas).add(ScriptArguments.millis(timeout))));
		this.replicas = replicas;
		this.timeout = timeout;
		this.scripts = List.copyOf(scripts);
	}

	// Where it went out, if it did.
	@Nullable Channel channel() {
		return this.channel;
	}

	@Override
	public void written(Channel channel) {
		this.channel = channel;
		this.scripts.forEach((script) -> script.waitWritten(channel));
	}

	// Tell the scripts what became of it: how many replicas have confirmed, or a failure.
	void tell(@Nullable Long confirmed, @Nullable Throwable failure) {
		if (failure != null || confirmed == null) {
			NotReplicatedException failed = NotReplicatedException
				.failed((failure != null) ? failure : new IllegalStateException("no answer"));
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
