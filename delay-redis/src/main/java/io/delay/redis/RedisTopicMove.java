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

package io.delay.redis;

import java.util.function.Consumer;

import io.delay.job.JobRules;
import io.delay.redis.move.MoveCommand;
import io.delay.redis.script.RedisScript;

/**
 * Moves topics to the number of partitions that the options specify: every job that
 * belongs to another partition is moved there, with its state, times and failures. If a
 * move is interrupted, another call continues it. No application can use the topic until
 * the move is complete.
 *
 * @since 0.1.0
 */
public final class RedisTopicMove {

	private final MoveCommand command;

	/**
	 * Create a mover.
	 * @param connections the connections; not closed by this mover
	 * @param options where in Redis the jobs are stored, and the number of partitions to
	 * move to
	 */
	public RedisTopicMove(RedisConnections connections, RedisJobStoreOptions options) {
		this(RedisBackend.of(connections, options), (script) -> {
		});
	}

	RedisTopicMove(RedisBackend backend, Consumer<RedisScript> beforeCall) {
		RedisJobStoreOptions options = backend.options();
		this.command = new MoveCommand(backend.producers(), backend.topicList(), options.namespace(),
				options::partitions, beforeCall);
	}

	/**
	 * Move the jobs of a topic. Waits until the leases of reserved jobs have ended, which
	 * takes at most their TTR.
	 * @param topic the topic
	 * @return the number of jobs that this call has moved, 0 if there was nothing to do
	 * @throws IllegalStateException if listeners of the topic are running
	 * @throws org.springframework.dao.DataAccessException if Redis cannot be reached or
	 * refuses a command; the call can then be repeated
	 */
	public long move(String topic) {
		JobRules.checkTopic(topic);
		return this.command.execute(topic);
	}

}
