// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.delay.store.JobStore;
import io.delay.store.admin.ActiveConsumer;
import io.delay.store.admin.AuditPage;
import io.delay.store.admin.ForgetResult;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.admin.TopicStatus;
import io.delay.store.throughput.TopicThroughput;

/**
 * Operations with which an operator views, pauses, resumes and forgets topics. Exceptions
 * are described in {@link DelayAdminOperations}.
 *
 * @since 0.1.0
 */
public interface TopicOperations {

	/**
	 * Return the topics to which jobs have been submitted, or which have been listened to
	 * or paused, except topics that have been forgotten since then.
	 * @return the topics in alphabetical order
	 */
	Set<String> names();

	/**
	 * Return the status of a topic.
	 * @return the status, including the number of jobs in each state; all zero for an
	 * unknown topic
	 */
	TopicStatus status(String topic);

	/**
	 * Return the status of a topic without the sizes of its partitions. It takes less
	 * time in the store, which matters for many topics.
	 * @return the status; its sizes may be empty
	 */
	default TopicStatus statusWithoutSizes(String topic) {
		return status(topic);
	}

	/**
	 * Return the consumers of a topic in all applications. A consumer that was killed
	 * remains listed for up to {@link JobStore#CONSUMER_EXPIRY}.
	 * @return the consumers, ordered by id, at most
	 * {@value JobStoreInspector#MAX_CONSUMERS}; empty if there are none
	 */
	List<ActiveConsumer> consumers(String topic);

	/**
	 * Count the waiting jobs that become due in each of several consecutive intervals,
	 * which may be in the past.
	 * @param from the start of the first interval; fractions of a millisecond are dropped
	 * @param to the end of the forecast; the last interval may end later; fractions of a
	 * millisecond are dropped
	 * @param interval the length of an interval, a millisecond or longer
	 * @return the intervals in chronological order
	 * @throws IllegalArgumentException if there would be more than
	 * {@value io.delay.store.admin.ForecastRequest#MAX_INTERVALS} intervals; the message
	 * suggests a longer interval
	 */
	List<ForecastInterval> forecast(String topic, Instant from, Instant to, Duration interval);

	/**
	 * Return how many jobs of a topic were submitted, delivered, done and cancelled, how
	 * many attempts failed and how many jobs were buried, by minute for the last hour and
	 * by quarter of an hour for the last day. The counters include all applications.
	 * @return the counters, all zero for an unknown topic
	 */
	TopicThroughput throughput(String topic);

	/**
	 * Stop handing out jobs of a topic in all applications until the topic is resumed.
	 * Jobs can still be submitted, and reserved jobs can still be settled. Jobs whose
	 * leases expire during the pause are delivered again after it.
	 * {@link TopicStatus#pause()} contains the operator and the time of the pause.
	 * @param topic the topic; it need not exist
	 * @return {@code false} if the topic was already paused
	 */
	boolean pause(String topic);

	/**
	 * End a pause. Listeners that are waiting for jobs reserve again at once.
	 * @return whether the topic was paused before
	 */
	boolean resume(String topic);

	/**
	 * Forget a topic that has no job in any state and no consumer in any application. It
	 * is no longer listed and has no metrics. The next use of the topic creates it again,
	 * possibly with a different number of partitions. Consumers that were killed count
	 * for up to {@link JobStore#CONSUMER_EXPIRY}; applications that reserve jobs without
	 * a listener do not count as consumers.
	 * @return whether the topic was forgotten, and its status before the call, which
	 * includes the number of jobs in each state and the number of consumers
	 */
	ForgetResult forget(String topic);

	/**
	 * Carry out one step of an audit, which checks that every job of a topic is in
	 * exactly one state and that no data are left over from deleted jobs. An audit
	 * changes nothing.
	 * @param step {@code null} for the first step, otherwise {@link AuditPage#next()} of
	 * the previous step
	 * @return the findings
	 */
	AuditPage audit(String topic, @Nullable String step);

	/**
	 * Carry out all steps of an audit. The duration grows with the number of jobs.
	 * @param maxFindings the maximum number of findings to return, zero or more; further
	 * findings are only counted
	 * @return the report
	 */
	AuditReport auditAll(String topic, int maxFindings);

}
