// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.model;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import io.delay.job.JobState;
import io.delay.store.ReserveRequest;
import io.delay.store.StoredJob;
import io.delay.store.admin.ActiveConsumer;
import io.delay.store.admin.AuditPage;
import io.delay.store.admin.FailedJob;
import io.delay.store.admin.FailedJobPage;
import io.delay.store.admin.ForecastRequest;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.admin.PageOrder;
import io.delay.store.admin.TopicPause;
import io.delay.store.admin.TopicStatus;
import io.delay.store.history.FinishedRun;
import io.delay.store.history.RunPage;
import io.delay.store.history.RunPageRequest;
import io.delay.store.history.RunPosition;
import io.delay.store.throughput.JobCounts;
import io.delay.store.throughput.TopicThroughput;

/**
 * The read side of several partitions.
 */
final class PartitionedMemoryInspector implements JobStoreInspector {

	private static final Comparator<JobPosition> BY_TIME_AND_ID = Comparator.comparing(JobPosition::time)
		.thenComparing((position) -> position.id().getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

	// The numbers of runs contain their times
	private static final int TIME = 10;

	private final MemoryPartitions partitions;

	PartitionedMemoryInspector(MemoryPartitions partitions) {
		this.partitions = partitions;
	}

	private <T> List<T> all(Function<JobStoreInspector, T> look) {
		return this.partitions.all().stream().map((partition) -> look.apply(partition.inspector())).toList();
	}

	@Override
	public Optional<StoredJob> find(String topic, String id) {
		return this.partitions.of(id).inspector().find(topic, id);
	}

	@Override
	public TopicStatus status(String topic) {
		List<TopicStatus> all = all((inspector) -> inspector.status(topic));
		Map<JobState, Long> counts = new TreeMap<>();
		all.forEach((status) -> status.counts().forEach((state, jobs) -> counts.merge(state, jobs, Long::sum)));
		Duration oldestReady = all.stream()
			.map(TopicStatus::oldestReady)
			.filter(Objects::nonNull)
			.max(Comparator.naturalOrder())
			.orElse(null);
		TopicPause pause = all.stream()
			.map(TopicStatus::pause)
			.filter(Objects::nonNull)
			.min(Comparator.comparing(TopicPause::since))
			.orElse(null);
		return new TopicStatus(counts, oldestReady, pause, all.stream().mapToLong(TopicStatus::dropped).sum(), 0);
	}

	// All jobs of a state, in order.
	List<StoredJob> jobs(String topic, JobState state) {
		List<StoredJob> jobs = new ArrayList<>();
		all((inspector) -> {
			JobPosition next = null;
			do {
				JobPage page = inspector.page(new JobPageRequest(topic, state, next, 100));
				jobs.addAll(page.jobs());
				next = page.next();
			}
			while (next != null);
			return jobs;
		});
		jobs.sort(Comparator.comparing(JobPosition::of, BY_TIME_AND_ID));
		return jobs;
	}

	@Override
	public JobPage page(JobPageRequest request) {
		JobPosition after = request.after();
		boolean newestFirst = request.order() == PageOrder.NEWEST_FIRST;
		Comparator<JobPosition> order = newestFirst ? BY_TIME_AND_ID.reversed() : BY_TIME_AND_ID;
		List<StoredJob> jobs = jobs(request.topic(), request.state());
		if (newestFirst) {
			Collections.reverse(jobs);
		}
		List<StoredJob> page = new ArrayList<>();
		long bytes = 0;
		for (StoredJob job : jobs) {
			if (after != null && order.compare(JobPosition.of(job), after) <= 0) {
				continue;
			}
			bytes += Objects.requireNonNull(job.record()).payload().length;
			if (page.size() == request.limit() || (!page.isEmpty() && bytes > ReserveRequest.MAX_PAYLOAD_BYTES)) {
				return new JobPage(page, JobPosition.of(page.get(page.size() - 1)));
			}
			page.add(job);
		}
		return new JobPage(page, null);
	}

	// The next run is that of the partition whose next run ended last.
	@Override
	public RunPage runs(RunPageRequest request) {
		String id = request.id();
		if (id != null) {
			return this.partitions.of(id).inspector().runs(request);
		}
		RunPosition after = request.after();
		List<NavigableMap<Long, FinishedRun>> left = new ArrayList<>();
		List<Long> before = new ArrayList<>();
		for (int i = 0; i < this.partitions.all().size(); i++) {
			NavigableMap<Long, FinishedRun> runs = this.partitions.all().get(i).runs(request.topic());
			before.add((after != null) ? after.before().get(i) : (runs.isEmpty() ? 0 : runs.lastKey()) + 1);
			left.add(new TreeMap<>(runs.headMap(before.get(i), false)));
		}
		List<FinishedRun> page = new ArrayList<>();
		long bytes = 0;
		while (true) {
			NavigableMap<Long, FinishedRun> newest = left.stream()
				.filter((runs) -> !runs.isEmpty())
				.max(Comparator.comparing((runs) -> runs.lastKey() >> TIME))
				.orElse(null);
			if (newest == null) {
				return new RunPage(page, null);
			}
			FinishedRun run = newest.lastEntry().getValue();
			bytes += (run.record() != null) ? run.record().payload().length : 0;
			if (page.size() == request.limit() || (!page.isEmpty() && bytes > ReserveRequest.MAX_PAYLOAD_BYTES)) {
				return new RunPage(page, new RunPosition(before));
			}
			page.add(run);
			before.set(left.indexOf(newest), newest.pollLastEntry().getKey());
		}
	}

	@Override
	public FailedJobPage failures(String topic, @Nullable JobPosition after, int limit) {
		JobPage page = page(new JobPageRequest(topic, JobState.FAILED, PageOrder.NEWEST_FIRST, after, limit));
		List<FailedJob> all = new ArrayList<>();
		all((inspector) -> all.addAll(inspector.failures(topic, null, JobPageRequest.MAX_LIMIT).jobs()));
		return new FailedJobPage(page.jobs()
			.stream()
			.map((job) -> all.stream().filter((failed) -> failed.id().equals(job.id())).findFirst().orElseThrow())
			.toList(), page.next());
	}

	@Override
	public List<Long> forecast(ForecastRequest request) {
		List<List<Long>> all = all((inspector) -> inspector.forecast(request));
		return IntStream.range(0, request.intervals())
			.mapToObj((interval) -> all.stream().mapToLong((counts) -> counts.get(interval)).sum())
			.toList();
	}

	@Override
	public TopicThroughput throughput(String topic) {
		List<TopicThroughput> all = all((inspector) -> inspector.throughput(topic));
		return new TopicThroughput(sum(all.stream().map(TopicThroughput::minutes).toList()),
				sum(all.stream().map(TopicThroughput::quarters).toList()));
	}

	private static List<TopicThroughput.Interval> sum(List<List<TopicThroughput.Interval>> partitions) {
		return IntStream.range(0, partitions.get(0).size()).mapToObj((i) -> {
			TopicThroughput.Interval first = partitions.get(0).get(i);
			return new TopicThroughput.Interval(first.from(), first.to(),
					partitions.stream()
						.map((partition) -> partition.get(i).counts())
						.reduce(JobCounts.NONE, JobCounts::plus));
		}).toList();
	}

	@Override
	public AuditPage audit(String topic, @Nullable String step) {
		List<AuditPage> all = all((inspector) -> inspector.audit(topic, step));
		List<AuditPage.Finding> findings = all.stream().flatMap((page) -> page.findings().stream()).toList();
		return new AuditPage(all.stream().mapToInt(AuditPage::checked).sum(), findings, null);
	}

	@Override
	public Set<String> topics() {
		Set<String> topics = new TreeSet<>();
		all(JobStoreInspector::topics).forEach(topics::addAll);
		return topics;
	}

	@Override
	public List<ActiveConsumer> consumers(String topic) {
		return List.of();
	}

}
