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

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.delay.redis.inspect.AuditCommand;
import io.delay.redis.inspect.ConsumersCommand;
import io.delay.redis.inspect.PageCommand;
import io.delay.redis.inspect.RefusalsCommand;
import io.delay.redis.inspect.StatusCommand;
import io.delay.redis.inspect.StoredJobReply;
import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.record.JobStateCodes;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;
import io.delay.redis.topic.TopicRegistry;
import io.delay.store.ActiveConsumer;
import io.delay.store.AuditPage;
import io.delay.store.ForecastRequest;
import io.delay.store.JobPage;
import io.delay.store.JobPageRequest;
import io.delay.store.JobStoreInspector;
import io.delay.store.StoredJob;
import io.delay.store.TopicStatus;

/**
 * Looks into the jobs that a {@link RedisJobStore} keeps.
 *
 * @since 0.1.0
 */
public final class RedisJobStoreInspector implements JobStoreInspector {

	private final ScriptRunner runner;

	private final TopicRegistry topics;

	private final StatusCommand status;

	private final ConsumersCommand consumers;

	private final PageCommand page;

	private final AuditCommand audit;

	private final RefusalsCommand refusals;

	/**
	 * Create an inspector.
	 * @param connections the connections; not closed by this inspector
	 * @param options where in Redis the jobs are kept
	 */
	public RedisJobStoreInspector(RedisConnections connections, RedisJobStoreOptions options) {
		this(RedisBackend.of(connections, options));
	}

	RedisJobStoreInspector(RedisBackend backend) {
		this.runner = backend.producers();
		this.topics = backend.topicsOfProducers();
		this.status = new StatusCommand(this.runner);
		this.consumers = new ConsumersCommand(this.runner);
		this.page = new PageCommand(this.runner);
		this.audit = new AuditCommand(this.runner);
		this.refusals = new RefusalsCommand(backend.connectionOfProducers(), this.runner,
				backend.options().namespace());
	}

	@Override
	public Optional<StoredJob> find(String topic, String id) {
		PartitionKeys partition = this.topics.look(topic).of(id);
		ScriptReply reply = this.runner.run(RedisScript.FIND, partition, new ScriptArguments(partition).add(id));
		return JobStateCodes.of(reply.nextLong()).map((state) -> StoredJobReply.read(topic, id, state, reply));
	}

	@Override
	public TopicStatus status(String topic) {
		return this.status.execute(this.topics.look(topic));
	}

	@Override
	public List<ActiveConsumer> consumers(String topic) {
		return this.consumers.execute(this.topics.look(topic));
	}

	@Override
	public JobPage page(JobPageRequest request) {
		return this.page.execute(this.topics.look(request.topic()), request);
	}

	@Override
	public List<Long> forecast(ForecastRequest request) {
		long[] counts = new long[request.intervals()];
		for (PartitionKeys partition : this.topics.look(request.topic()).all()) {
			ScriptArguments arguments = new ScriptArguments(partition).add(request.from().toEpochMilli())
				.add(request.interval().toMillis())
				.add(request.intervals());
			ScriptReply reply = this.runner.run(RedisScript.FORECAST, partition, arguments);
			Arrays.setAll(counts, (i) -> counts[i] + reply.nextLong());
		}
		return Arrays.stream(counts).boxed().toList();
	}

	@Override
	public AuditPage audit(String topic, @Nullable String step) {
		return this.audit.execute(this.topics.look(topic), step);
	}

	@Override
	public Set<String> topics() {
		return this.topics.topics();
	}

	@Override
	public List<String> refusals() {
		return this.refusals.execute();
	}

}
