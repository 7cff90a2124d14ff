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

package io.delay.redis.move;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;

/**
 * The scripts of one move of a topic. Each script may be executed several times, by this
 * move and by a move that continues it.
 */
final class MoveScripts {

	/** The maximum size of the jobs in one call, the same as for a submit. */
	private static final int MAX_BYTES = 256 * 1024;

	private final ScriptRunner runner;

	private final String layout;

	private final Consumer<RedisScript> beforeCall;

	/**
	 * Create the scripts of a move.
	 * @param runner the runner of the scripts
	 * @param layout the layout of the topic during the move
	 * @param beforeCall called before each script is sent
	 */
	MoveScripts(ScriptRunner runner, String layout, Consumer<RedisScript> beforeCall) {
		this.runner = runner;
		this.layout = layout;
		this.beforeCall = beforeCall;
	}

	// Closes a partition to all other callers.
	PartitionState fence(PartitionKeys partition) {
		ScriptReply reply = run(RedisScript.MOVE_FENCE, partition, arguments(partition));
		return new PartitionState(reply.nextText(), reply.nextText());
	}

	void inherit(PartitionKeys partition, String paused, Map<Integer, String> dropped) {
		ScriptArguments arguments = arguments(partition).add(paused);
		dropped.forEach((number, count) -> arguments.add(number).add(count));
		run(RedisScript.MOVE_INHERIT, partition, arguments);
	}

	// Ends the move of a partition, and opens it if the topic uses it from now on.
	// Returns the number of its records.
	long end(PartitionKeys partition, String layout, boolean used) {
		return run(RedisScript.MOVE_END, partition, arguments(partition).add(layout).add(used ? "1" : "0")).nextLong();
	}

	// Reads one page of the ids in a sorted set, which is given by its number among the
	// keys of the script.
	IdPage scan(PartitionKeys partition, int key, String cursor) {
		ScriptReply reply = run(RedisScript.MOVE_SCAN, partition, new ScriptArguments(partition).add(key).add(cursor));
		return new IdPage(reply.nextText(), reply.remainingTexts());
	}

	// Ends expired leases and returns the leases that are still valid.
	Leases expire(PartitionKeys partition, List<String> ids) {
		ScriptReply reply = run(RedisScript.MOVE_EXPIRE, partition, addAll(arguments(partition), ids));
		return new Leases(reply.nextLong(), Duration.ofNanos(reply.nextLong() * 1000));
	}

	// Reads as many of the jobs as fit into one call.
	MoveBatch read(PartitionKeys partition, List<String> ids) {
		return MoveBatch.of(run(RedisScript.MOVE_READ, partition, addAll(arguments(partition).add(MAX_BYTES), ids)));
	}

	// Writes to all partitions at the same time.
	void write(Map<PartitionKeys, ScriptArguments> jobs) {
		Map<PartitionKeys, ScriptArguments> calls = new LinkedHashMap<>();
		jobs.forEach((partition, of) -> calls.put(partition, arguments(partition).addAll(of)));
		List<@Nullable CompletableFuture<List<Object>>> sent = new ArrayList<>();
		calls.forEach((partition, arguments) -> {
			this.beforeCall.accept(RedisScript.MOVE_WRITE);
			sent.add(this.runner.send(RedisScript.MOVE_WRITE, partition, arguments));
		});
		int next = 0;
		for (Map.Entry<PartitionKeys, ScriptArguments> call : calls.entrySet()) {
			this.runner.finish(sent.get(next++), RedisScript.MOVE_WRITE, call.getKey(), call.getValue());
		}
	}

	void delete(PartitionKeys partition, List<String> ids) {
		run(RedisScript.MOVE_DELETE, partition, addAll(arguments(partition), ids));
	}

	private ScriptReply run(RedisScript script, PartitionKeys partition, ScriptArguments arguments) {
		this.beforeCall.accept(script);
		return this.runner.run(script, partition, arguments);
	}

	private ScriptArguments arguments(PartitionKeys partition) {
		return new ScriptArguments(partition).add(this.layout);
	}

	private static ScriptArguments addAll(ScriptArguments arguments, List<String> ids) {
		ids.forEach(arguments::add);
		return arguments;
	}

	/**
	 * The state of a partition apart from its jobs.
	 *
	 * @param paused its pause as the scripts store it, empty if it is not paused
	 * @param dropped the number of failed jobs that were dropped, empty if there are none
	 */
	record PartitionState(String paused, String dropped) {

	}

	/**
	 * One page of ids.
	 *
	 * @param next the cursor of the next page, {@code 0} if there is none
	 * @param ids the ids
	 */
	record IdPage(String next, List<String> ids) {

	}

	/**
	 * Leases that are still valid.
	 *
	 * @param count the number of leases
	 * @param firstEnd how long until the first of them ends
	 */
	record Leases(long count, Duration firstEnd) {

		static final Leases NONE = new Leases(0, Duration.ZERO);

		Leases and(Leases others) {
			if (this.count == 0 || others.count == 0) {
				return (this.count == 0) ? others : this;
			}
			boolean earlier = this.firstEnd.compareTo(others.firstEnd) < 0;
			return new Leases(this.count + others.count, earlier ? this.firstEnd : others.firstEnd);
		}

	}

}
