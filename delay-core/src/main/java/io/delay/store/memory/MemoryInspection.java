// SPDX-License-Identifier: Apache-2.0

package io.delay.store.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.job.JobState;
import io.delay.store.ReserveRequest;
import io.delay.store.StoredJob;
import io.delay.store.admin.AuditPage;
import io.delay.store.admin.FailedJobPage;
import io.delay.store.admin.ForecastRequest;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.PageOrder;
import io.delay.store.admin.TopicStatus;
import io.delay.store.life.StagedJob;
import io.delay.store.life.StoreTime;

/**
 * Reads the state of one topic at one moment.
 */
final class MemoryInspection {

	private static final Comparator<JobPosition> OLDEST_FIRST = Comparator.comparing(JobPosition::time)
		.thenComparing(JobPosition::id, MemoryTopic.BY_BYTES);

	private final MemoryTopic topic;

	private final StoreTime time;

	MemoryInspection(MemoryTopic topic, StoreTime time) {
		this.topic = topic;
		this.time = time;
	}

	TopicStatus status(int consumers) {
		Map<JobState, Long> counts = new EnumMap<>(JobState.class);
		Arrays.stream(JobState.values()).forEach((state) -> counts.put(state, this.topic.in(state, this.time).count()));
		return new TopicStatus(counts, oldestReady(), this.topic.pause(), this.topic.dropped(), consumers);
	}

	private @Nullable Duration oldestReady() {
		return this.topic.queues()
			.flatMap((jobs) -> jobs.stream().limit(1))
			.filter((first) -> this.time.isPast(first.score()))
			.map((first) -> Duration.between(first.score(), StoreTime.latest(first.score(), this.time.now())))
			.max(Comparator.naturalOrder())
			.orElse(null);
	}

	FailedJobPage failures(JobPageRequest request) {
		List<StagedJob> jobs = jobs(request);
		List<StagedJob> page = jobs.subList(0, Math.min(request.limit(), jobs.size()));
		return new FailedJobPage(page.stream().map(StagedJob::asFailed).toList(),
				(page.size() < jobs.size()) ? positionOf(page.get(page.size() - 1)) : null);
	}

	// All jobs after the position of the request, in its order.
	private List<StagedJob> jobs(JobPageRequest request) {
		Comparator<JobPosition> order = (request.order() == PageOrder.NEWEST_FIRST) ? OLDEST_FIRST.reversed()
				: OLDEST_FIRST;
		JobPosition after = request.after();
		return this.topic.in(request.state(), this.time)
			.filter((job) -> after == null || order.compare(positionOf(job), after) > 0)
			.sorted(Comparator.comparing(this::positionOf, order))
			.toList();
	}

	JobPage page(JobPageRequest request) {
		List<StoredJob> page = new ArrayList<>();
		JobPosition position = null;
		long bytes = 0;
		for (StagedJob job : jobs(request)) {
			bytes += job.record().payload().length;
			if (page.size() == request.limit() || (!page.isEmpty() && bytes > ReserveRequest.MAX_PAYLOAD_BYTES)) {
				return new JobPage(page, position);
			}
			page.add(job.listed(this.time));
			position = positionOf(job);
		}
		return new JobPage(page, null);
	}

	private JobPosition positionOf(StagedJob job) {
		return new JobPosition(job.time(this.time), job.id());
	}

	List<Long> forecast(ForecastRequest request) {
		Instant from = Instant.ofEpochMilli(request.from().toEpochMilli());
		Duration interval = Duration.ofMillis(request.interval().toMillis());
		return IntStream.range(0, request.intervals())
			.mapToObj(
					(i) -> waitingBetween(from.plus(interval.multipliedBy(i)), from.plus(interval.multipliedBy(i + 1))))
			.toList();
	}

	private long waitingBetween(Instant from, Instant to) {
		return waiting().filter((job) -> !job.score().isBefore(from) && job.score().isBefore(to)).count();
	}

	private Stream<StagedJob> waiting() {
		return this.topic.queues().flatMap(Collection::stream);
	}

	AuditPage audit(@Nullable String step) {
		Assert.isTrue(step == null, () -> "'" + step + "' is not a step of an audit");
		List<AuditPage.Finding> findings = new ArrayList<>();
		List<StagedJob> placed = this.topic.placed().toList();
		for (StagedJob job : placed) {
			if (this.topic.get(job.id()) != job) {
				findings.add(new AuditPage.Finding(job.id(), "is listed in a state that it is not in"));
			}
		}
		int jobs = this.topic.all().size();
		if (placed.size() != jobs) {
			findings.add(new AuditPage.Finding(null, jobs + " jobs, but " + placed.size() + " in all states together"));
		}
		return new AuditPage(jobs, findings, null);
	}

}
