// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.descriptor;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

import io.delay.admin.ForecastInterval;
import io.delay.admin.failures.FailureGroup;
import io.delay.admin.failures.FailureGroups;
import io.delay.store.throughput.JobCounts;
import io.delay.store.throughput.TopicThroughput;

/**
 * Numbers of the jobs of a topic.
 */
public sealed interface StatisticsDescriptor extends OperationResponseBody {

	/**
	 * The number of jobs of a topic that were submitted, done and so on, in the last hour
	 * and the last day.
	 *
	 * @param minutes the last 60 minutes, in chronological order
	 * @param quarters the last 96 quarters of an hour, in chronological order
	 */
	record Throughput(String topic, List<Interval> minutes, List<Interval> quarters) implements StatisticsDescriptor {

		public static Throughput of(String topic, TopicThroughput throughput) {
			return new Throughput(topic, throughput.minutes().stream().map(Interval::of).toList(),
					throughput.quarters().stream().map(Interval::of).toList());
		}

		public static List<Long> donePerMinute(TopicThroughput throughput) {
			return throughput.minutes().stream().map((minute) -> minute.counts().done()).toList();
		}

		/**
		 * What happened in an interval.
		 *
		 * @param from the start of the interval
		 * @param submitted the number of jobs that were stored
		 * @param delivered the number of deliveries
		 * @param done the number of jobs that were done
		 * @param failedAttempts the number of attempts that failed
		 * @param buried the number of jobs that became FAILED
		 * @param cancelled the number of jobs that were cancelled or purged
		 * @param averageLateness the average lateness of the deliveries, {@code null} if
		 * there were none
		 */
		public record Interval(Instant from, long submitted, long delivered, long done, long failedAttempts,
				long buried, long cancelled, @Nullable Duration averageLateness) {

			static Interval of(TopicThroughput.Interval interval) {
				JobCounts counts = interval.counts();
				return new Interval(interval.from(), counts.submitted(), counts.delivered(), counts.done(),
						counts.failedAttempts(), counts.buried(), counts.cancelled(), counts.averageLateness());
			}

		}

	}

	/**
	 * The number of waiting jobs of a topic that become due in each interval.
	 *
	 * @param intervals the intervals, in chronological order
	 */
	record Forecast(String topic, List<ForecastInterval> intervals) implements StatisticsDescriptor {

	}

	/**
	 * The failed jobs of a topic, grouped by the cause of their failure.
	 *
	 * @param examined the number of failed jobs that were examined
	 * @param complete {@code false} if there are older failed jobs, which were not
	 * examined
	 * @param groups the largest groups
	 * @param omittedGroups the number of smaller groups that are not shown
	 */
	record Failures(String topic, long examined, boolean complete, List<FailureGroup> groups,
			int omittedGroups) implements StatisticsDescriptor {

		private static final int MAX_GROUPS = 100;

		public static Failures of(String topic, FailureGroups failures) {
			List<FailureGroup> groups = failures.groups();
			List<FailureGroup> shown = groups.subList(0, Math.min(MAX_GROUPS, groups.size()));
			return new Failures(topic, failures.examined(), failures.complete(), shown, groups.size() - shown.size());
		}

	}

}
