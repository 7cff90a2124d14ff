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

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.springframework.util.Assert;

import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.store.FailedRetention;
import io.delay.store.FailureReason;
import io.delay.store.JobStoreAdministrator;

/**
 * Moves the jobs that a {@link RedisJobStore} keeps, as a person wants it.
 *
 * @since 0.1.0
 */
public final class RedisJobStoreAdministrator implements JobStoreAdministrator {

	private final ChangeRunner runner;

	private final TopicRegistry topics;

	/**
	 * Create an administrator.
	 * @param connections the connections; not closed by this administrator
	 * @param options where in Redis the jobs are kept
	 */
	public RedisJobStoreAdministrator(RedisConnections connections, RedisJobStoreOptions options) {
		this(connections, options, new ScriptLibrary());
	}

	RedisJobStoreAdministrator(RedisConnections connections, RedisJobStoreOptions options, ScriptLibrary library) {
		Assert.notNull(connections, "'connections' must not be null");
		Assert.notNull(options, "'options' must not be null");
		ScriptRunner producers = new ScriptRunner(connections.producers(), library, connections.replyFlags());
		this.runner = new ChangeRunner(producers);
		this.topics = new TopicRegistry(connections.producers(), producers, options.namespace());
	}

	@Override
	public List<Optional<JobState>> kick(String topic, List<String> ids, DueTime dueTime) {
		PartitionKeys partition = this.topics.look(topic);
		return change(RedisScript.KICK, partition, ids, new ScriptArguments(partition).add(dueTime));
	}

	@Override
	public int kickOldest(String topic, int limit, DueTime dueTime) {
		PartitionKeys partition = this.topics.look(topic);
		return step(RedisScript.KICK_OLDEST, partition, limit, new ScriptArguments(partition).add(dueTime).add(limit));
	}

	@Override
	public List<Optional<JobState>> bury(String topic, List<String> ids, FailureReason reason) {
		PartitionKeys partition = this.topics.look(topic);
		return change(RedisScript.BURY_WAITING, partition, ids,
				new ScriptArguments(partition).add(reason.host()).add(reason.error()));
	}

	@Override
	public int purge(String topic, JobState state, int limit) {
		PartitionKeys partition = this.topics.look(topic);
		return step(RedisScript.PURGE, partition, limit,
				new ScriptArguments(partition).add(States.number(state)).add(limit));
	}

	@Override
	public int dropFailed(String topic, FailedRetention retention, int limit) {
		PartitionKeys partition = this.topics.look(topic);
		Duration maxAge = retention.maxAge();
		Integer maxCount = retention.maxCount();
		ScriptArguments arguments = new ScriptArguments(partition);
		arguments.add((maxAge != null) ? Long.toString(ScriptArguments.millis(maxAge)) : "");
		arguments.add((maxCount != null) ? maxCount.toString() : "");
		return step(RedisScript.DROP_FAILED, partition, limit, arguments.add(limit));
	}

	@Override
	public boolean pause(String topic) {
		return toggle(RedisScript.PAUSE, this.topics.partition(topic));
	}

	@Override
	public boolean resume(String topic) {
		return toggle(RedisScript.RESUME, this.topics.look(topic));
	}

	private List<Optional<JobState>> change(RedisScript script, PartitionKeys partition, List<String> ids,
			ScriptArguments arguments) {
		checkLimit(ids.size());
		if (ids.isEmpty()) {
			return List.of();
		}
		ids.forEach(arguments::add);
		return this.runner.run(script, partition, ids, arguments).stream().map(States::of).toList();
	}

	private int step(RedisScript script, PartitionKeys partition, int limit, ScriptArguments arguments) {
		checkLimit(limit);
		return (limit == 0) ? 0 : ((Long) this.runner.run(script, partition, List.of(), arguments).get(0)).intValue();
	}

	private boolean toggle(RedisScript script, PartitionKeys partition) {
		List<Object> reply = this.runner.run(script, partition, List.of(), new ScriptArguments(partition));
		return (Long) reply.get(0) == 1;
	}

	private static void checkLimit(int jobs) {
		Assert.isTrue(jobs >= 0 && jobs <= MAX_JOBS, () -> jobs + " jobs in one call must be 0 to " + MAX_JOBS);
	}

}
