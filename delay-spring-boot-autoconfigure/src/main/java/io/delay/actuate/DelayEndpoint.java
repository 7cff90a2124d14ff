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

package io.delay.actuate;

import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.dao.DataAccessException;
import org.springframework.util.Assert;
import org.springframework.util.StringUtils;

import io.delay.admin.DelayAdminOperations;
import io.delay.admin.ForecastInterval;
import io.delay.admin.TopicStatusScan;
import io.delay.job.DueTime;
import io.delay.job.JobRules;
import io.delay.job.JobState;
import io.delay.store.admin.EditResult;
import io.delay.store.admin.JobEdit;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.TopicStatus;
import io.delay.store.history.RunPage;
import io.delay.store.history.RunPosition;

/**
 * The actuator endpoint {@code delay}. Shows topics and jobs, and changes them if
 * {@code management.endpoint.delay.access} permits it. The operations are declared by the
 * extensions, because HTTP and JMX need different ones.
 *
 * @since 0.1.0
 */
@Endpoint(id = "delay", defaultAccess = Access.READ_ONLY)
@RegisterReflectionForBinding({ TopicsDescriptor.class, TopicWithConsumersDescriptor.class, JobsDescriptor.class,
		JobDescriptor.class, RunsDescriptor.class, ForecastDescriptor.class, ThroughputDescriptor.class,
		JobChangeDescriptor.class, JobsChangeDescriptor.class, JobsFoundDescriptor.class, FailureGroupsDescriptor.class,
		TopicChangeDescriptor.class, ForgottenTopicDescriptor.class, Problem.class })
public final class DelayEndpoint {

	private static final int DEFAULT_TOPICS = 100;

	private static final int MAX_TOPICS = 500;

	private static final int MAX_TOPICS_WITH_THROUGHPUT = 100;

	private static final int DEFAULT_JOBS = 50;

	private static final Duration FORECAST = Duration.ofDays(1);

	private static final int FORECAST_INTERVALS = 24;

	private static final Set<JobState> WAITING = Set.of(JobState.DELAYED, JobState.READY);

	private final DelayAdminOperations admin;

	private final Supplier<Set<String>> ownTopics;

	private final InstantSource clock;

	/**
	 * Create an endpoint.
	 * @param admin inspects and changes jobs
	 * @param ownTopics the topics of the application's own listeners; these topics can be
	 * paused before they are first used
	 * @param clock provides the default start of a forecast
	 */
	public DelayEndpoint(DelayAdminOperations admin, Supplier<Set<String>> ownTopics, InstantSource clock) {
		Assert.notNull(admin, "'admin' must not be null");
		Assert.notNull(ownTopics, "'ownTopics' must not be null");
		Assert.notNull(clock, "'clock' must not be null");
		this.admin = admin;
		this.ownTopics = ownTopics;
		this.clock = clock;
	}

	// Without a named principal, CurrentOperator determines the operator.
	DelayEndpoint actingAs(@Nullable Principal principal) {
		String name = (principal != null) ? principal.getName() : null;
		return StringUtils.hasText(name) ? new DelayEndpoint(this.admin.actingAs(name), this.ownTopics, this.clock)
				: this;
	}

	TopicsDescriptor topics(@Nullable String limit, @Nullable String after, @Nullable String throughput) {
		boolean withThroughput = new OperationParameter("throughput", throughput).asBoolean(false);
		int max = withThroughput ? MAX_TOPICS_WITH_THROUGHPUT : MAX_TOPICS;
		int most = new OperationParameter("limit", limit).asNumber(DEFAULT_TOPICS);
		Assert.isTrue(most >= 1 && most <= max, () -> "Limit " + most + " must be 1 to " + max);
		String last = new OperationParameter("after", after).orElse("");
		List<String> rest = this.admin.topics().stream().filter((topic) -> topic.compareTo(last) > 0).toList();
		List<String> some = rest.subList(0, Math.min(most, rest.size()));
		TopicStatusScan scan = new TopicStatusScan(this.admin::status);
		return new TopicsDescriptor(some.stream().map((topic) -> describe(topic, scan, withThroughput)).toList(), null,
				(some.size() < rest.size()) ? some.get(some.size() - 1) : null);
	}

	private TopicDescriptor describe(String topic, TopicStatusScan scan, boolean withThroughput) {
		if (scan.isOver()) {
			return TopicDescriptor.unread(topic, "Not read, because earlier topics were unreachable");
		}
		TopicDescriptor read = TopicDescriptor.of(topic, scan.read(topic));
		return (withThroughput && read.problem() == null) ? read.withDonePerMinute(donePerMinute(topic)) : read;
	}

	// A topic that became unreachable meanwhile does not hide the others
	private @Nullable List<Long> donePerMinute(String topic) {
		try {
			return ThroughputDescriptor.donePerMinute(this.admin.throughput(topic));
		}
		catch (DataAccessException ex) {
			return null;
		}
	}

	TopicWithConsumersDescriptor topic(String topic) {
		TopicStatus status = this.admin.status(topic);
		if (!this.admin.topics().contains(topic)) {
			throw noTopic(topic);
		}
		return new TopicWithConsumersDescriptor(TopicDescriptor.of(topic, status),
				this.admin.consumers(topic).stream().map(ConsumerDescriptor::of).toList());
	}

	JobDescriptor job(String topic, @Nullable String id, boolean showContent) {
		String known = id(id);
		return this.admin.life(topic, known)
			.map((life) -> JobDescriptor.of(known, life, showContent))
			.orElseThrow(() -> noJob(topic, known));
	}

	JobsDescriptor jobs(String topic, @Nullable String state, @Nullable String order, @Nullable String limit,
			@Nullable String after, boolean showContent) {
		JobPage page = this.admin.page(topic, new OperationParameter("state", state).asState(),
				new OperationParameter("order", order).asOrder(),
				PageToken.parse(new OperationParameter("after", after)),
				new OperationParameter("limit", limit).asNumber(DEFAULT_JOBS));
		if (page.jobs().isEmpty()) {
			known(topic);
		}
		return new JobsDescriptor(page.jobs().stream().map((job) -> JobDescriptor.of(job, showContent)).toList(),
				PageToken.of(page.next()));
	}

	RunsDescriptor history(String topic, @Nullable String id, @Nullable String limit, @Nullable String after,
			boolean showContent) {
		String one = new OperationParameter("id", id).text();
		RunPosition position = RunToken.parse(new OperationParameter("after", after));
		int most = new OperationParameter("limit", limit).asNumber(DEFAULT_JOBS);
		RunPage page = (one != null) ? this.admin.history(known(topic), one, position, most)
				: this.admin.history(known(topic), position, most);
		return new RunsDescriptor(page.runs().stream().map((run) -> RunDescriptor.of(run, showContent)).toList(),
				RunToken.of(page.next()));
	}

	ForecastDescriptor forecast(String topic, @Nullable String from, @Nullable String to, @Nullable String interval) {
		Instant begin = new OperationParameter("from", from).asInstant(this.clock.instant());
		Instant end = new OperationParameter("to", to).asInstant(begin.plus(FORECAST));
		Duration part = new OperationParameter("interval", interval)
			.asDuration(Duration.between(begin, end).dividedBy(FORECAST_INTERVALS));
		List<ForecastInterval> intervals = this.admin.forecast(topic, begin, end, part);
		return new ForecastDescriptor(known(topic), intervals);
	}

	ThroughputDescriptor throughput(String topic) {
		return ThroughputDescriptor.of(known(topic), this.admin.throughput(topic));
	}

	Object kick(String topic, JobIds jobs, @Nullable String delay) {
		Duration wait = new OperationParameter("delay", delay).asDuration(Duration.ZERO);
		return changed(topic, jobs, (ids) -> this.admin.kick(topic, ids, wait), Set.of(JobState.FAILED));
	}

	FailureGroupsDescriptor failures(String topic) {
		return FailureGroupsDescriptor.of(topic, this.admin.failureGroups(known(topic)));
	}

	JobsChangeDescriptor kickGroup(String topic, @Nullable String cause, @Nullable String spread) {
		String key = new OperationParameter("cause", cause).required("0123456789ab");
		Duration time = new OperationParameter("spread", spread).asDuration(Duration.ZERO);
		return new JobsChangeDescriptor(topic, this.admin.kickGroup(known(topic), key, time));
	}

	JobsChangeDescriptor cancelGroup(String topic, @Nullable String cause) {
		String key = new OperationParameter("cause", cause).required("0123456789ab");
		return new JobsChangeDescriptor(topic, this.admin.cancelGroup(known(topic), key));
	}

	JobsChangeDescriptor kickAll(String topic, @Nullable String delay) {
		Duration wait = new OperationParameter("delay", delay).asDuration(Duration.ZERO);
		return new JobsChangeDescriptor(topic, this.admin.kickAll(known(topic), wait));
	}

	Object bury(String topic, JobIds jobs, @Nullable String reason) {
		String words = new OperationParameter("reason", reason).orElse("Buried by an operator");
		return changed(topic, jobs, (ids) -> this.admin.bury(topic, ids, words), WAITING);
	}

	Object reschedule(String topic, JobIds jobs, @Nullable String delay, @Nullable String dueTime) {
		OperationParameter wait = new OperationParameter("delay", delay);
		OperationParameter time = new OperationParameter("dueTime", dueTime).notWith(wait);
		if (time.text() != null) {
			Instant instant = time.asInstant(Instant.EPOCH);
			return changed(topic, jobs, (ids) -> this.admin.reschedule(topic, ids, instant), WAITING);
		}
		wait.required("30s");
		Duration duration = wait.asDuration(Duration.ZERO);
		return changed(topic, jobs, (ids) -> this.admin.reschedule(topic, ids, duration), WAITING);
	}

	JobChangeDescriptor edit(String topic, @Nullable String id, @Nullable String version, @Nullable String payload,
			@Nullable String delay, @Nullable String dueTime) {
		String known = id(id);
		String read = new OperationParameter("version", version).required("the version of the job that was read");
		EditResult result = this.admin.edit(topic, known, edit(read, payload, dueTime(delay, dueTime)));
		JobState found = result.found();
		if (found == null) {
			throw noJob(topic, known);
		}
		return new JobChangeDescriptor(topic, known, found, result.status() == EditResult.Status.EDITED);
	}

	private static JobEdit edit(String version, @Nullable String payload, @Nullable DueTime dueTime) {
		if (payload == null) {
			Assert.notNull(dueTime, "An edit needs a payload, a delay or a due time");
			return JobEdit.ofDueTime(version, dueTime);
		}
		JobEdit edit = JobEdit.ofPayload(version, payload.getBytes(StandardCharsets.UTF_8));
		return (dueTime != null) ? edit.withDueTime(dueTime) : edit;
	}

	private static @Nullable DueTime dueTime(@Nullable String delay, @Nullable String dueTime) {
		OperationParameter wait = new OperationParameter("delay", delay);
		OperationParameter time = new OperationParameter("dueTime", dueTime).notWith(wait);
		if (time.text() != null) {
			return DueTime.at(time.asInstant(Instant.EPOCH));
		}
		return (wait.text() != null) ? DueTime.after(wait.asDuration(Duration.ZERO)) : null;
	}

	Object cancel(String topic, JobIds jobs) {
		return changed(topic, jobs, (ids) -> this.admin.cancel(topic, ids), Set.of(JobState.values()));
	}

	TopicChangeDescriptor pause(String topic) {
		return new TopicChangeDescriptor(topic, true, this.admin.pause(known(topic)));
	}

	TopicChangeDescriptor resume(String topic) {
		return new TopicChangeDescriptor(topic, false, this.admin.resume(known(topic)));
	}

	JobsChangeDescriptor purgeFailed(String topic) {
		return new JobsChangeDescriptor(topic, this.admin.purge(known(topic), JobState.FAILED));
	}

	ForgottenTopicDescriptor forget(String topic) {
		return ForgottenTopicDescriptor.of(topic, this.admin.forget(known(topic)));
	}

	// Rejects unknown topics, because a mistyped one would look empty or be created.
	private String known(String topic) {
		JobRules.checkTopic(topic);
		if (!this.ownTopics.get().contains(topic) && !this.admin.topics().contains(topic)) {
			throw noTopic(topic);
		}
		return topic;
	}

	private static String id(@Nullable String id) {
		return new OperationParameter("id", id).required("4711");
	}

	// A single job has to exist. Of many jobs, those that are missing are counted.
	private Object changed(String topic, JobIds jobs, Function<List<String>, List<Optional<JobState>>> change,
			Set<JobState> changeable) {
		if (!jobs.single()) {
			known(topic);
			return JobsFoundDescriptor.of(topic, change.apply(jobs.ids()), changeable);
		}
		String id = jobs.ids().get(0);
		JobState state = change.apply(jobs.ids()).get(0).orElseThrow(() -> noJob(topic, id));
		return new JobChangeDescriptor(topic, id, state, changeable.contains(state));
	}

	private static NotFoundException noTopic(String topic) {
		return new NotFoundException("There is no topic '" + topic + "'");
	}

	private static NotFoundException noJob(String topic, String id) {
		return new NotFoundException("Topic '" + topic + "' has no job '" + id + "'");
	}

}
