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

package io.delay.store;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.delay.job.JobState;

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
	 * Find a job in whatever state.
	 * @param topic the topic
	 * @param id the id
	 * @return the job, empty if there is none
	 */
	Optional<StoredJob> find(String topic, String id);

	/**
	 * Count the jobs of a topic.
	 * @param topic the topic
	 * @return the number of jobs for every state; all zero for a topic that is not known
	 */
	Map<JobState, Long> count(String topic);

	/**
	 * The topics that were ever submitted to or reserved from.
	 * @return the topics
	 */
	Set<String> topics();

}
