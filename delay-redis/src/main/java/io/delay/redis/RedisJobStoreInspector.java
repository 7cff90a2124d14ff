// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.delay.job.JobState;
import io.delay.redis.inspect.AuditCommand;
import io.delay.redis.inspect.JobPages;
import io.delay.redis.inspect.RefusalsCommand;
import io.delay.redis.inspect.RunsCommand;
import io.delay.redis.inspect.StatusCommand;
import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.record.JobConsumerCodec;
import io.delay.redis.record.JobCounters;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;
import io.delay.redis.topic.TopicRegistry;
import io.delay.store.JobStore;
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

	private static final Log logger = LogFactory.getLog(RedisJobStoreInspector.class);

	private final ScriptRunner runner;

	private final TopicRegistry topics;

	private final StatusCommand status;

	private final JobPages pages;

	private final RunsCommand runs;

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
		this.runner = backend.producers();
		this.topics = backend.topicsOfProducers();
		this.status = new StatusCommand(this.runner);
		this.pages = new JobPages(this.runner);
		this.runs = new RunsCommand(this.runner);
		this.audit = new AuditCommand(this.runner);
		this.refusals = new RefusalsCommand(backend.connectionOfProducers(), this.runner, backend.options().namespace(),
				"");
	}

	@Override
	public Optional<StoredJob> find(String topic, String id) {
		return this.pages.find(this.topics.recordedPartitions(topic).of(id), id);
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
		byte[][] keys = this.topics.recordedPartitions(topic).keys().consumers();
		ScriptReply reply = this.runner.run(RedisScript.CONSUMERS, topic, keys,
				new ScriptArguments().add(JobStore.CONSUMER_EXPIRY));
		List<ActiveConsumer> consumers = new ArrayList<>();
		while (reply.hasNext()) {
			String id = reply.nextText();
			byte[] text = reply.nextBytes();
			try {
				consumers.add(JobConsumerCodec.parse(topic, id, text));
			}
			catch (RuntimeException ex) {
				logger.warn("The registration of consumer '" + id + "' of topic '" + topic + "' cannot be read", ex);
			}
		}
		consumers.sort(Comparator.comparing((seen) -> seen.consumer().id()));
		return List.copyOf(consumers);
	}

	@Override
	public JobPage page(JobPageRequest request) {
		return this.pages.page(this.topics.recordedPartitions(request.topic()), request);
	}

	@Override
	public RunPage runs(RunPageRequest request) {
		return this.runs.execute(this.topics.recordedPartitions(request.topic()), request);
	}

	@Override
	public FailedJobPage failures(String topic, @Nullable JobPosition after, int limit) {
		return this.pages.failures(this.topics.recordedPartitions(topic),
				new JobPageRequest(topic, JobState.FAILED, PageOrder.NEWEST_FIRST, after, limit));
	}

	@Override
	public List<Long> forecast(ForecastRequest request) {
		long[] counts = new long[request.intervals()];
		for (PartitionKeys partition : this.topics.recordedPartitions(request.topic()).all()) {
			ScriptReply reply = this.runner.run(RedisScript.FORECAST, partition,
					new ScriptArguments(partition).add(request.from().toEpochMilli())
						.add(request.interval().toMillis())
						.add(request.intervals()));
			Arrays.setAll(counts, (i) -> counts[i] + reply.nextLong());
		}
		return Arrays.stream(counts).boxed().toList();
	}

	@Override
	public TopicThroughput throughput(String topic) {
		JobCounters counters = new JobCounters();
		Instant latest = Instant.EPOCH;
		for (PartitionKeys partition : this.topics.recordedPartitions(topic).all()) {
			ScriptReply reply = this.runner.run(RedisScript.THROUGHPUT, partition, new ScriptArguments(partition));
			Instant now = reply.nextTime();
			latest = now.isAfter(latest) ? now : latest;
			ScriptReply fields = reply.nextReply();
			while (fields.hasNext()) {
				counters.add(fields.nextText(), fields.nextText());
			}
		}
		return counters.throughput(latest);
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
