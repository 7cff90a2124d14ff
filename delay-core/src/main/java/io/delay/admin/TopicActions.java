// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.event.DelayAdminEvent.Action;
import io.delay.job.JobRules;
import io.delay.store.admin.ActiveConsumer;
import io.delay.store.admin.AuditPage;
import io.delay.store.admin.ForecastRequest;
import io.delay.store.admin.ForgetResult;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.admin.TopicStatus;
import io.delay.store.throughput.TopicThroughput;

/**
 * What an operator sees of topics, and the actions on them.
 */
final class TopicActions implements TopicOperations {

	private final JobStoreInspector inspector;

	private final JobStoreAdministrator administrator;

	private final OperatorTrail trail;

	TopicActions(JobStoreInspector inspector, JobStoreAdministrator administrator, OperatorTrail trail) {
		this.inspector = inspector;
		this.administrator = administrator;
		this.trail = trail;
	}

	@Override
	public Set<String> names() {
		return Collections.unmodifiableSet(new TreeSet<>(this.inspector.topics()));
	}

	@Override
	public TopicStatus status(String topic) {
		return this.inspector.status(JobRules.checkTopic(topic));
	}

	@Override
	public TopicStatus statusWithoutSizes(String topic) {
		return this.inspector.statusWithoutSizes(JobRules.checkTopic(topic));
	}

	@Override
	public List<ActiveConsumer> consumers(String topic) {
		return this.inspector.consumers(JobRules.checkTopic(topic));
	}

	@Override
	public List<ForecastInterval> forecast(String topic, Instant from, Instant to, Duration interval) {
		ForecastRange forecast = ForecastRange.of(topic, from, to, interval);
		return forecast.due(this.inspector.forecast(forecast.request()));
	}

	@Override
	public TopicThroughput throughput(String topic) {
		return this.inspector.throughput(JobRules.checkTopic(topic));
	}

	@Override
	public AuditPage audit(String topic, @Nullable String step) {
		return this.inspector.audit(JobRules.checkTopic(topic), step);
	}

	@Override
	public AuditReport auditAll(String topic, int maxFindings) {
		Assert.isTrue(maxFindings >= 0, () -> "Max findings " + maxFindings + " must not be negative");
		long checked = 0;
		long found = 0;
		List<AuditPage.Finding> findings = new ArrayList<>();
		String step = null;
		do {
			AuditPage page = audit(topic, step);
			checked += page.checked();
			found += page.findings().size();
			page.findings().stream().limit(maxFindings - findings.size()).forEach(findings::add);
			step = page.next();
		}
		while (step != null);
		return new AuditReport(checked, found, findings);
	}

	@Override
	public boolean pause(String topic) {
		OperatorAction action = this.trail.begin(Action.PAUSE, JobRules.checkTopic(topic));
		return action.run(() -> action.topic(this.administrator.pause(topic, action.operator())));
	}

	@Override
	public boolean resume(String topic) {
		OperatorAction action = this.trail.begin(Action.RESUME, JobRules.checkTopic(topic));
		return action.run(() -> action.topic(this.administrator.resume(topic)));
	}

	@Override
	public ForgetResult forget(String topic) {
		OperatorAction action = this.trail.begin(Action.FORGET, JobRules.checkTopic(topic));
		return action.run(() -> {
			ForgetResult result = this.administrator.forget(topic);
			action.topic(result.forgotten());
			return result;
		});
	}

	private record ForecastRange(ForecastRequest request) {

		static ForecastRange of(String topic, Instant from, Instant to, Duration interval) {
			JobRules.checkTopic(topic);
			Assert.notNull(from, "'from' must not be null");
			Assert.notNull(to, "'to' must not be null");
			Assert.notNull(interval, "'interval' must not be null");
			String range = "from " + from + " to " + to;
			Assert.isTrue(!from.isBefore(Instant.EPOCH), () -> "A forecast " + range + " must not begin before 1970");
			Assert.isTrue(from.isBefore(to), () -> "A forecast " + range + " must end after it begins");
			JobRules.checkDueTime(to);
			Assert.isTrue(interval.compareTo(Duration.ofMillis(1)) >= 0,
					() -> "Interval " + interval + " must be a millisecond or longer");
			long millis = millis(from, to);
			Assert.isTrue(interval.compareTo(Duration.ofMillis(millis)) <= 0,
					() -> "Interval " + interval + " must not be longer than the forecast " + range);
			long intervals = divideUp(millis, interval.toMillis());
			Assert.isTrue(intervals <= ForecastRequest.MAX_INTERVALS,
					() -> "A forecast " + range + " has " + intervals + " intervals of " + interval
							+ "; the maximum is " + ForecastRequest.MAX_INTERVALS + ". Use intervals of "
							+ Duration.ofMillis(divideUp(millis, ForecastRequest.MAX_INTERVALS)) + " or longer");
			return new ForecastRange(new ForecastRequest(topic, from, interval, (int) intervals));
		}

		// Fractions of a millisecond are ignored; otherwise a forecast of one day in
		// hourly intervals could have a 25th interval
		private static long millis(Instant from, Instant to) {
			return Math.max(to.toEpochMilli() - from.toEpochMilli(), 1);
		}

		private static long divideUp(long number, long divisor) {
			return (number + divisor - 1) / divisor;
		}

		List<ForecastInterval> due(List<Long> numbers) {
			return IntStream.range(0, numbers.size())
				.mapToObj((i) -> new ForecastInterval(begin(i), begin(i + 1), numbers.get(i)))
				.toList();
		}

		private Instant begin(int interval) {
			return Instant
				.ofEpochMilli(this.request.from().toEpochMilli() + interval * this.request.interval().toMillis());
		}

	}

}
