// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.descriptor;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

import io.delay.admin.TopicStatusScan;
import io.delay.job.JobState;
import io.delay.job.RateLimit;
import io.delay.store.ConsumerOrigin;
import io.delay.store.ConsumerTerms;
import io.delay.store.admin.ActiveConsumer;
import io.delay.store.admin.TopicPause;
import io.delay.store.admin.TopicStatus;

/**
 * The status of a topic. If it could not be read, only the topic and the problem are
 * present.
 *
 * @param jobs the number of jobs in each state
 * @param oldestReady how long the oldest ready job has been due, {@code null} if no job
 * is ready
 * @param paused whether the topic is paused, so that no job is handed out
 * @param pause since when and by whom it is paused, {@code null} if it is not
 * @param dropped the number of failed jobs that retention has dropped so far
 * @param consumers the number of registered consumers
 * @param partitionBytes the approximate size of each partition in the store, in bytes,
 * {@code null} if unknown
 * @param estimated {@code true} if counts over 10,000 can be out of date, otherwise
 * {@code null}
 * @param donePerMinute the number of jobs that were done in each of the last 60 minutes
 * in chronological order, {@code null} if it was not requested or could not be read
 * @param problem why the topic could not be read, {@code null} if it could
 */
public record TopicDescriptor(String topic, @Nullable Map<JobState, Long> jobs, @Nullable Duration oldestReady,
		@Nullable Boolean paused, @Nullable Pause pause, @Nullable Long dropped, @Nullable Long consumers,
		@Nullable List<Long> partitionBytes, @Nullable Boolean estimated, @Nullable List<Long> donePerMinute,
		@Nullable Problem problem) {

	public static TopicDescriptor of(String topic, TopicStatus status) {
		return new TopicDescriptor(topic, status.counts(), status.oldestReady(), status.paused(),
				Pause.of(status.pause()), status.dropped(), status.consumers(),
				status.partitionBytes().isEmpty() ? null : status.partitionBytes(),
				status.estimated() ? Boolean.TRUE : null, null, null);
	}

	public static TopicDescriptor of(String topic, TopicStatusScan.Result read) {
		TopicStatus status = read.status();
		return (status != null) ? of(topic, status) : unread(topic, Problem.of(Objects.requireNonNull(read.failure())));
	}

	public static TopicDescriptor unread(String topic, Problem problem) {
		return new TopicDescriptor(topic, null, null, null, null, null, null, null, null, null, problem);
	}

	public TopicDescriptor withDonePerMinute(@Nullable List<Long> donePerMinute) {
		return new TopicDescriptor(this.topic, this.jobs, this.oldestReady, this.paused, this.pause, this.dropped,
				this.consumers, this.partitionBytes, this.estimated, donePerMinute, this.problem);
	}

	/**
	 * The pause of a topic.
	 *
	 * @param by the name of the operator who paused it
	 * @param since when the topic was paused
	 */
	public record Pause(String by, @Nullable Instant since) {

		public static @Nullable Pause of(@Nullable TopicPause pause) {
			return (pause != null) ? new Pause(pause.by().name(), pause.knownSince()) : null;
		}

	}

	/**
	 * A registered consumer of a topic.
	 *
	 * @param id the unique id of the consumer
	 * @param application the name of its application
	 * @param host the name of its host
	 * @param listener the id of its listener
	 * @param concurrency the number of jobs that it handles at the same time
	 * @param ttr the TTR of jobs that set none
	 * @param maxAttempts the maximum number of attempts of jobs that set none
	 * @param rateLimit the rate limit of the topic, {@code null} if there is none
	 * @param since when it was first registered
	 * @param lastSeen when its registration was last renewed
	 */
	public record Consumer(String id, String application, String host, String listener, int concurrency, Duration ttr,
			int maxAttempts, @Nullable String rateLimit, Instant since,
			Instant lastSeen) implements OperationResponseBody {

		public static Consumer of(ActiveConsumer seen) {
			ConsumerOrigin origin = seen.consumer().origin();
			ConsumerTerms terms = seen.consumer().terms();
			RateLimit rateLimit = terms.reserveTerms().rateLimit();
			return new Consumer(seen.consumer().id(), origin.application(), origin.host(), origin.listener(),
					terms.concurrency(), terms.reserveTerms().ttr(), terms.reserveTerms().maxAttempts(),
					(rateLimit != null) ? rateLimit.toString() : null, seen.since(), seen.lastSeen());
		}

	}

	/**
	 * Some of the topics of a store, in alphabetical order.
	 *
	 * @param operator whether the user can change something, {@code null} if unknown
	 * because the operation was not called by HTTP
	 * @param next the value of {@code after} for the next topics, {@code null} if there
	 * are no more
	 */
	public record Topics(List<TopicDescriptor> topics, @Nullable Boolean operator,
			@Nullable String next) implements OperationResponseBody {

		public Topics forOperator(boolean operator) {
			return new Topics(this.topics, operator, this.next);
		}

	}

	/**
	 * A topic and its consumers.
	 *
	 * @param consumers the registered consumers in all applications
	 */
	public record WithConsumers(TopicDescriptor status, List<Consumer> consumers) implements OperationResponseBody {

	}

}
