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
 * Brings topics into the number of partitions that the options want: every job that
 * belongs into another partition is moved there, with its state, times and failures. If
 * it is stopped half-way, another call goes on with it. Meanwhile nobody else can use the
 * topic.
 *
 * @since 0.1.0
 */
public final class RedisTopicMove {

	private final MoveCommand command;

	/**
	 * Create a mover.
	 * @param connections the connections; not closed by this mover
	 * @param options where in Redis the jobs are kept, and in how many partitions they
	 * are to be
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
	 * Move the jobs of a topic. Waits for jobs that are under a lease until these have
	 * ended, for as long as their TTR.
	 * @param topic the topic
	 * @return how many jobs this call has moved, 0 also if there was nothing to do
	 * @throws IllegalStateException if listeners of the topic are at work
	 * @throws org.springframework.dao.DataAccessException if Redis cannot be reached or
	 * refuses something; then the call can be repeated
	 */
	public long move(String topic) {
		JobRules.checkTopic(topic);
		return this.command.execute(topic);
	}

}
