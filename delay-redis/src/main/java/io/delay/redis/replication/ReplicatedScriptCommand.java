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

import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.RedisCommand;
import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/**
 * A script whose reply is complete only after replicas have confirmed its writes.
 * Replicas confirm by a WAIT, which covers only the connection on which it is sent: on
 * any other connection it returns at once.
 */
final class ReplicatedScriptCommand extends AsyncCommand<byte[], byte[], List<Object>> implements WriteAware {

	private final CompletableFuture<List<Object>> confirmed = new CompletableFuture<>();

	/** The connection on which it was last sent. */
	private @Nullable Channel channel;

	private boolean waitedFor;

	private ReplicatedScriptCommand(RedisCommand<byte[], byte[], List<Object>> command) {
		super(command);
	}

	static ReplicatedScriptCommand of(RedisCommand<byte[], byte[], List<Object>> command) {
		ReplicatedScriptCommand script = new ReplicatedScriptCommand(command);
		script.whenComplete((reply, failure) -> {
			if (failure != null) {
				script.confirmed.completeExceptionally(failure);
			}
		});
		script.confirmed.whenComplete((reply, failure) -> {
			if (script.confirmed.isCancelled()) {
				script.cancel(true);
			}
		});
		return script;
	}

	// The future reply, or the failure of the script, or a NotReplicatedException.
	CompletableFuture<List<Object>> confirmed() {
		return this.confirmed;
	}

	@Override
	public synchronized void written(Channel channel) {
		this.channel = channel;
		this.waitedFor = false;
	}

	// Called when a WAIT for this script is sent.
	synchronized void waitWritten(Channel channel) {
		this.waitedFor = channel == this.channel;
	}

	// Called when replicas have confirmed all scripts that were sent before the WAIT on
	// its connection.
	void confirm() {
		if (isWaitedFor() && isDone() && !isCompletedExceptionally()) {
			this.confirmed.complete(join());
		}
		else {
			fail(NotReplicatedException.broken());
		}
	}

	private synchronized boolean isWaitedFor() {
		return this.waitedFor;
	}

	// Has no effect if the script itself has failed.
	void fail(NotReplicatedException failure) {
		this.confirmed.completeExceptionally(failure);
	}

}
