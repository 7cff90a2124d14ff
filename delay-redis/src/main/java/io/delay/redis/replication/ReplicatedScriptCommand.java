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

/**
 * A script whose reply is passed on only after replicas have confirmed its writes.
 */
final class ReplicatedScriptCommand extends AsyncCommand<byte[], byte[], List<Object>> {

	private final CompletableFuture<List<Object>> confirmed = new CompletableFuture<>();

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
			if (failure != null) {
				// Otherwise the driver may send the script again later
				script.cancel(true);
			}
		});
		return script;
	}

	// The future reply, or the failure of the script, or a NotReplicatedException.
	CompletableFuture<List<Object>> confirmed() {
		return this.confirmed;
	}

	// Called when replicas have confirmed everything that the connection wrote before the
	// WAIT. It is unknown whether that includes the writes of a script whose reply was
	// not received.
	void confirm() {
		if (isDone() && !isCompletedExceptionally()) {
			this.confirmed.complete(join());
		}
		else {
			fail(NotReplicatedException.noReply());
		}
	}

	// Has no effect if the script itself has failed.
	void fail(NotReplicatedException failure) {
		this.confirmed.completeExceptionally(failure);
	}

}
