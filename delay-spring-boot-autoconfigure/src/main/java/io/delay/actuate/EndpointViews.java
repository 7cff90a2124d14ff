// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.util.Assert;

import io.delay.actuate.descriptor.JobDescriptor;
import io.delay.actuate.descriptor.JobsDescriptor;
import io.delay.actuate.descriptor.Problem;
import io.delay.actuate.descriptor.StatisticsDescriptor;
import io.delay.actuate.descriptor.TopicDescriptor;
import io.delay.actuate.request.EndpointParameters;
import io.delay.actuate.request.JobIds;
import io.delay.actuate.request.RunToken;
import io.delay.admin.DelayAdminOperations;
import io.delay.admin.ForecastInterval;
import io.delay.admin.TopicStatusScan;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.TopicStatus;
import io.delay.store.history.RunPage;
import io.delay.store.history.RunPosition;

/**
 * The operations of the endpoint that show topics and jobs.
 */
final class EndpointViews {

	private static final int DEFAULT_TOPICS = 100;

	private static final int MAX_TOPICS = 500;

	private static final int MAX_TOPICS_WITH_THROUGHPUT = 100;

	private static final int DEFAULT_JOBS = 50;

	private static final Duration FORECAST = Duration.ofDays(1);

	private static final int FORECAST_INTERVALS = 24;

	private final DelayAdminOperations admin;

	private final KnownTopics topics;

	private final InstantSource clock;

	EndpointViews(DelayAdminOperations admin, KnownTopics topics, InstantSource clock) {
		this.admin = admin;
		this.topics = topics;
		this.clock = clock;
	}

	TopicDescriptor.Topics topics(EndpointParameters parameters) {
		boolean withThroughput = parameters.flag("throughput");
		int max = withThroughput ? MAX_TOPICS_WITH_THROUGHPUT : MAX_TOPICS;
		int most = parameters.number("limit", DEFAULT_TOPICS);
		Assert.isTrue(most >= 1 && most <= max, () -> "Parameter 'limit' must be 1 to " + max
				+ (withThroughput ? " with throughput=true" : "") + ", but is " + most);
		String last = parameters.text("after", "");
		List<String> rest = this.admin.topics().names().stream().filter((topic) -> topic.compareTo(last) > 0).toList();
		List<String> some = rest.subList(0, Math.min(most, rest.size()));
		TopicStatusScan scan = new TopicStatusScan(this.admin.topics()::statusWithoutSizes);
		return new TopicDescriptor.Topics(some.stream().map((topic) -> describe(topic, scan, withThroughput)).toList(),
				null, (some.size() < rest.size()) ? some.get(some.size() - 1) : null);
	}

	private TopicDescriptor describe(String topic, TopicStatusScan scan, boolean withThroughput) {
		if (scan.isOver()) {
			return TopicDescriptor.unread(topic,
					Problem.of(Problem.Type.STORE_UNAVAILABLE, "Not read, because earlier topics were unreachable"));
		}
		TopicDescriptor read = TopicDescriptor.of(topic, scan.read(topic));
		return (withThroughput && read.problem() == null) ? read.withDonePerMinute(donePerMinute(topic)) : read;
	}

	// A topic that became unreachable meanwhile does not hide the others
	private @Nullable List<Long> donePerMinute(String topic) {
		try {
			return StatisticsDescriptor.Throughput.donePerMinute(this.admin.topics().throughput(topic));
		}
		catch (DataAccessException ex) {
			return null;
		}
	}

	TopicDescriptor.WithConsumers topic(String topic) {
		TopicStatus status = this.admin.topics().status(topic);
		if (!this.admin.topics().names().contains(topic)) {
			throw KnownTopics.unknown(topic);
		}
		return new TopicDescriptor.WithConsumers(TopicDescriptor.of(topic, status),
				this.admin.topics().consumers(topic).stream().map(TopicDescriptor.Consumer::of).toList());
	}

	JobDescriptor job(String topic, EndpointParameters parameters, boolean showContent) {
		String known = JobIds.one(parameters);
		return this.admin.jobs()
			.life(topic, known)
			.map((life) -> JobDescriptor.of(known, life, showContent))
			.orElseThrow(() -> KnownTopics.noJob(topic, known));
	}

	JobsDescriptor jobs(String topic, EndpointParameters parameters, boolean showContent) {
		JobPage page = this.admin.jobs()
			.page(topic, parameters.state(), parameters.order(), parameters.position(),
					parameters.number("limit", DEFAULT_JOBS));
		if (page.jobs().isEmpty()) {
			this.topics.check(topic);
		}
		return new JobsDescriptor(page.jobs().stream().map((job) -> JobDescriptor.of(job, showContent)).toList(),
				EndpointParameters.textOf(page.next()));
	}

	JobsDescriptor.Runs history(String topic, EndpointParameters parameters, boolean showContent) {
		String one = parameters.text("id");
		RunPosition position = RunToken.parse(parameters);
		int most = parameters.number("limit", DEFAULT_JOBS);
		RunPage page = (one != null) ? this.admin.jobs().history(this.topics.check(topic), one, position, most)
				: this.admin.jobs().history(this.topics.check(topic), position, most);
		return new JobsDescriptor.Runs(
				page.runs().stream().map((run) -> JobDescriptor.Run.of(run, showContent)).toList(),
				RunToken.of(page.next()), page.searchedBackTo());
	}

	StatisticsDescriptor.Forecast forecast(String topic, EndpointParameters parameters) {
		Instant begin = parameters.instant("from", this.clock.instant());
		Instant end = parameters.instant("to", begin.plus(FORECAST));
		Duration part = parameters.duration("interval", Duration.between(begin, end).dividedBy(FORECAST_INTERVALS));
		List<ForecastInterval> intervals = this.admin.topics().forecast(topic, begin, end, part);
		return new StatisticsDescriptor.Forecast(this.topics.check(topic), intervals);
	}

	StatisticsDescriptor.Throughput throughput(String topic) {
		return StatisticsDescriptor.Throughput.of(this.topics.check(topic), this.admin.topics().throughput(topic));
	}

	StatisticsDescriptor.Failures failures(String topic) {
		return StatisticsDescriptor.Failures.of(topic, this.admin.bulk().failureGroups(this.topics.check(topic)));
	}

}
