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

package io.delay.store.admin;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.delay.store.JobStore;
import io.delay.store.StoredJob;

/**
 * Looks into a store and changes nothing.
 * <p>
 * All methods throw {@link org.springframework.dao.DataAccessException} when the store
 * cannot be reached.
 *
 * @since 0.1.0
 */
public interface JobStoreInspector {

	/**
	 * The most consumers of a topic that are kept in mind.
	 */
	int MAX_CONSUMERS = 500;

	/**
	 * Find a job in whatever state.
	 * @param topic the topic
	 * @param id the id
	 * @return the job, empty if there is none
	 */
	Optional<StoredJob> find(String topic, String id);

	/**
	 * Count the jobs of a topic.
	 * @param topic the topic
	 * @return the numbers; all zero for a topic that is not known
	 */
	TopicStatus status(String topic);

	/**
	 * List jobs of one state, oldest first: waiting jobs by due time, reserved ones by
	 * the end of their lease, failed ones by the time of burial.
	 * @param request which jobs
	 * @return the jobs, empty if there are none
	 */
	JobPage page(JobPageRequest request);

	/**
	 * Count the waiting jobs that become due, or became due and are still waiting.
	 * @param request in which intervals
	 * @return one number per interval, each of which includes its beginning but not its
	 * end
	 */
	List<Long> forecast(ForecastRequest request);

	/**
	 * Check one part of what is kept of a topic: that every job is in one state, and that
	 * nothing is left over from jobs that are gone.
	 * @param topic the topic
	 * @param step {@code null} for the first step, then what {@link AuditPage#next() the
	 * last step} answered
	 * @return what was found
	 * @throws IllegalArgumentException if the step is none that was answered
	 */
	AuditPage audit(String topic, @Nullable String step);

	/**
	 * Who handles a topic: those that have announced themselves and have not stopped, or
	 * fallen silent for {@link JobStore#CONSUMER_EXPIRY}, since.
	 * @param topic the topic
	 * @return the consumers, by their id, at most {@value #MAX_CONSUMERS}; empty if there
	 * are none
	 */
	List<ActiveConsumer> consumers(String topic);

	/**
	 * The topics that were ever submitted to, reserved from or paused, and were not
	 * forgotten since.
	 * @return the topics
	 */
	Set<String> topics();

	/**
	 * What the store refuses for good although it can be reached, so that jobs cannot be
	 * submitted or handled: a server that only reads, a user without the right.
	 * @return where, why and what to do, one text for each reason; empty if all is well
	 */
	default List<String> refusals() {
		return List.of();
	}

}
