// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.jdbc.inspect.JobAudit;
import io.delay.jdbc.inspect.JobPages;
import io.delay.jdbc.inspect.TopicStatusReader;
import io.delay.jdbc.table.CounterTable.Interval;
import io.delay.jdbc.work.CountMemory;
import io.delay.jdbc.work.Work;
import io.delay.job.JobState;
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
import io.delay.store.throughput.JobCounts;
import io.delay.store.throughput.TopicThroughput;

/**
 * Reads the jobs of a {@link JdbcJobStore}. Within a transaction of the caller, it also
 * sees the changes of that transaction.
 *
 * @since 0.1.0
 */
public final class JdbcJobStoreInspector implements JobStoreInspector {

	private static final int QUARTER = 15;

	private final JdbcDatabase database;

	/**
	 * Create an inspector.
	 * @param database the database of the store
	 */
	public JdbcJobStoreInspector(JdbcDatabase database) {
		Assert.notNull(database, "'database' must not be null");
		this.database = database;
	}

	@Override
	public Optional<StoredJob> find(String topic, String id) {
		return read((work) -> Optional.ofNullable(JobPages.find(work, topic, id)));
	}

	@Override
	public TopicStatus status(String topic) {
		CountMemory counts = this.database.works().counts();
		return read((work) -> new TopicStatusReader(work, topic).read(counts));
	}

	@Override
	public long count(String topic, JobState state) {
		return read((work) -> new TopicStatusReader(work, topic).count(state));
	}

	@Override
	public JobPage page(JobPageRequest request) {
		return read((work) -> new JobPages(work, request).page());
	}

	@Override
	public RunPage runs(RunPageRequest request) {
		return read((work) -> work.tables().runs().page(work.session(), request));
	}

	@Override
	public FailedJobPage failures(String topic, @Nullable JobPosition after, int limit) {
		JobPageRequest request = new JobPageRequest(topic, JobState.FAILED, PageOrder.NEWEST_FIRST, after, limit);
		return read((work) -> new JobPages(work, request).failures());
	}

	@Override
	public List<Long> forecast(ForecastRequest request) {
		return read((work) -> {
			Map<Integer, Long> counts = work.tables()
				.jobs()
				.forecast(work.session(), request.topic(), request.from().toEpochMilli(), request.interval().toMillis(),
						request.intervals());
			return IntStream.range(0, request.intervals())
				.mapToObj((interval) -> counts.getOrDefault(interval, 0L))
				.toList();
		});
	}

	@Override
	public TopicThroughput throughput(String topic) {
		this.database.works().counters().write();
		return read((work) -> {
			Map<Interval, JobCounts> counts = work.tables().counters().read(work.session(), topic);
			return TopicThroughput.at(work.time().exact(),
					(minute) -> counts.getOrDefault(new Interval(1, minute), JobCounts.NONE),
					(quarter) -> counts.getOrDefault(new Interval(QUARTER, quarter), JobCounts.NONE));
		});
	}

	@Override
	public AuditPage audit(String topic, @Nullable String step) {
		return read((work) -> JobAudit.page(work, topic, step));
	}

	@Override
	public List<ActiveConsumer> consumers(String topic) {
		return read((work) -> work.tables().consumers().list(work.session(), topic, work.time().now()));
	}

	@Override
	public Set<String> topics() {
		return read((work) -> {
			Set<String> topics = new HashSet<>(work.tables().topics().all(work.session()));
			topics.addAll(work.tables().jobs().topics(work.session()));
			return topics;
		});
	}

	@Override
	public @Nullable String server() {
		return this.database.description();
	}

	private <T> T read(Function<Work, T> look) {
		return this.database.works().joining(look);
	}

}
