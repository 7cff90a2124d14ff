// SPDX-License-Identifier: Apache-2.0

package io.delay.store.admin;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.delay.job.JobState;
import io.delay.store.JobStore;
import io.delay.store.StoredJob;
import io.delay.store.history.RunPage;
import io.delay.store.history.RunPageRequest;
import io.delay.store.throughput.TopicThroughput;

/**
 * Reads a store without changing it.
 * <p>
 * All methods throw {@link org.springframework.dao.DataAccessException} if the store is
 * unreachable.
 *
 * @since 0.1.0
 */
public interface JobStoreInspector {

	/**
	 * The maximum number of registered consumers per topic.
	 */
	int MAX_CONSUMERS = 500;

	/**
	 * Find a job in any state.
	 * @return the job, empty if there is none
	 */
	Optional<StoredJob> find(String topic, String id);

	/**
	 * Return the status of a topic.
	 * @return the status, including the number of jobs in each state; all zero for an
	 * unknown topic
	 */
	TopicStatus status(String topic);

	/**
	 * Return the status of a topic without the sizes of its partitions, which a store may
	 * have to ask for separately. This is the better choice for many topics, or if the
	 * status is read often.
	 * @return the status; its sizes may be empty
	 */
	default TopicStatus statusWithoutSizes(String topic) {
		return status(topic);
	}

	/**
	 * Count the jobs of a topic in one state. Unlike the counts of the status, this
	 * number is never {@linkplain TopicStatus#estimated() estimated}: a store with
	 * estimates must override this method.
	 * @return the number, 0 for an unknown topic
	 */
	default long count(String topic, JobState state) {
		return statusWithoutSizes(topic).count(state);
	}

	/**
	 * List jobs of one state, oldest or newest first: waiting jobs by due time, reserved
	 * jobs by the end of their lease, failed jobs by the time of burial.
	 * @param request the requested page
	 * @return the jobs, empty if there are none
	 */
	JobPage page(JobPageRequest request);

	/**
	 * List the finished runs of a topic or of one id, newest first. Runs are kept only if
	 * the instance that ended the job keeps a history of the topic.
	 * @param request the requested page
	 * @return the runs, empty if there are none
	 */
	RunPage runs(RunPageRequest request);

	/**
	 * List the failures of failed jobs without reading the jobs themselves, newest first
	 * by the time of burial.
	 * @param after the position after which the page starts, {@code null} for the first
	 * page
	 * @param limit the maximum number of failures on the page, 1 to
	 * {@value JobPageRequest#MAX_LIMIT}; the page is shorter if the stored failures are
	 * large, or if a few partitions have most of the failed jobs
	 * @return the failures, empty if there are none
	 */
	FailedJobPage failures(String topic, @Nullable JobPosition after, int limit);

	/**
	 * Count the waiting jobs that become due in each of several consecutive intervals,
	 * which may be in the past.
	 * @param request the topic and the intervals
	 * @return one number per interval; an interval includes its start but not its end
	 */
	List<Long> forecast(ForecastRequest request);

	/**
	 * Return what happened to the jobs of a topic in the last hour and the last day.
	 * Counters that the store could not write are missing, and those of the last second
	 * can be missing with a store in a database.
	 * @return the counters by minute and by quarter of an hour; all zero for an unknown
	 * topic
	 */
	TopicThroughput throughput(String topic);

	/**
	 * Check a part of the data of a topic: that every job is in exactly one state, and
	 * that no data are left over from deleted jobs.
	 * @param step {@code null} for the first step, otherwise {@link AuditPage#next()} of
	 * the previous step
	 * @return the findings
	 * @throws IllegalArgumentException if the step was not returned by a previous step
	 */
	AuditPage audit(String topic, @Nullable String step);

	/**
	 * Return the registered consumers of a topic that have not stopped and have renewed
	 * their registration within {@link JobStore#CONSUMER_EXPIRY}.
	 * @return the consumers, ordered by id, at most {@value #MAX_CONSUMERS}; empty if
	 * there are none
	 */
	List<ActiveConsumer> consumers(String topic);

	/**
	 * Return the topics that have been used by a submit or a reserve, or have been
	 * paused, except topics that have been forgotten since then.
	 * @return the topics
	 */
	Set<String> topics();

	/**
	 * Return the reasons why jobs cannot be submitted or handled although the store is
	 * reachable, for instance because the server is read-only or the user lacks a
	 * permission. Temporary refusals are not included.
	 * @return one message per refusal, with its location, reason and remedy; empty if
	 * there are none
	 */
	default List<String> refusals() {
		return List.of();
	}

	/**
	 * Return the name and version of the server that stores the jobs, for people who read
	 * the health of the application. Does not call the server.
	 * @return such as "PostgreSQL 18.1", {@code null} if it is not known (yet)
	 */
	default @Nullable String server() {
		return null;
	}

}
