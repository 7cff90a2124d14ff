// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.delay.job.JobState;
import io.delay.redis.inspect.AuditCommand;
import io.delay.redis.inspect.ConsumersCommand;
import io.delay.redis.inspect.FailuresCommand;
import io.delay.redis.inspect.FindCommand;
import io.delay.redis.inspect.ForecastCommand;
import io.delay.redis.inspect.PageCommand;
import io.delay.redis.inspect.RefusalsCommand;
import io.delay.redis.inspect.RunsCommand;
import io.delay.redis.inspect.StatusCommand;
import io.delay.redis.inspect.ThroughputCommand;
import io.delay.redis.script.ScriptRunner;
import io.delay.redis.topic.TopicRegistry;
import io.delay.store.StoredJob;
import io.delay.store.admin.ActiveConsumer;
import io.delay.store.admin.AuditPage;
import io.delay.store.admin.FailedJobPage;
import io.delay.store.admin.ForecastRequest;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.admin.PageOrder;
import io.delay.store.admin.TopicStatus;
import io.delay.store.history.RunPage;
import io.delay.store.history.RunPageRequest;
import io.delay.store.throughput.TopicThroughput;

/**
 * Reads the jobs of a {@link RedisJobStore}.
 *
 * @since 0.1.0
 */
public final class RedisJobStoreInspector implements JobStoreInspector {

	private final TopicRegistry topics;

	private final FindCommand find;

	private final ForecastCommand forecast;

	private final ThroughputCommand throughput;

	private final StatusCommand status;

	private final ConsumersCommand consumers;

	private final PageCommand page;

	private final RunsCommand runs;

	private final FailuresCommand failures;

	private final AuditCommand audit;

	private final RefusalsCommand refusals;

	/**
	 * Create an inspector.
	 * @param connections the connections; not closed by this inspector
	 * @param options where in Redis the jobs are stored
	 */
	public RedisJobStoreInspector(RedisConnections connections, RedisJobStoreOptions options) {
		this(RedisBackend.of(connections, options));
	}

	RedisJobStoreInspector(RedisBackend backend) {
		ScriptRunner runner = backend.producers();
		this.topics = backend.topicsOfProducers();
		this.find = new FindCommand(runner);
		this.forecast = new ForecastCommand(runner);
		this.throughput = new ThroughputCommand(runner);
		this.status = new StatusCommand(runner);
		this.consumers = new ConsumersCommand(runner);
		this.page = new PageCommand(runner);
		this.runs = new RunsCommand(runner);
		this.failures = new FailuresCommand(runner);
		this.audit = new AuditCommand(runner);
		this.refusals = new RefusalsCommand(backend.connectionOfProducers(), runner, backend.options().namespace(), "");
	}

	@Override
	public Optional<StoredJob> find(String topic, String id) {
		return this.find.execute(this.topics.recordedPartitions(topic).of(id), id);
	}

	@Override
	public TopicStatus status(String topic) {
		return this.status.execute(this.topics.recordedPartitions(topic), true);
	}

	@Override
	public TopicStatus statusWithoutSizes(String topic) {
		return this.status.execute(this.topics.recordedPartitions(topic), false);
	}

	@Override
	public List<ActiveConsumer> consumers(String topic) {
		return this.consumers.execute(this.topics.recordedPartitions(topic));
	}

	@Override
	public JobPage page(JobPageRequest request) {
		return this.page.execute(this.topics.recordedPartitions(request.topic()), request);
	}

	@Override
	public RunPage runs(RunPageRequest request) {
		return this.runs.execute(this.topics.recordedPartitions(request.topic()), request);
	}

	@Override
	public FailedJobPage failures(String topic, @Nullable JobPosition after, int limit) {
		return this.failures.execute(this.topics.recordedPartitions(topic),
				new JobPageRequest(topic, JobState.FAILED, PageOrder.NEWEST_FIRST, after, limit));
	}

	@Override
	public List<Long> forecast(ForecastRequest request) {
		return this.forecast.execute(this.topics.recordedPartitions(request.topic()), request);
	}

	@Override
	public TopicThroughput throughput(String topic) {
		return this.throughput.execute(this.topics.recordedPartitions(topic));
	}

	@Override
	public AuditPage audit(String topic, @Nullable String step) {
		return this.audit.execute(this.topics.recordedPartitions(topic), step);
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
