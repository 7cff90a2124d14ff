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

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobRules;

/**
 * A job to be stored.
 *
 * @param id the id, unique within the topic
 * @param dueTime when the job is first due
 * @param onConflict what to do if the id exists. {@link ConflictPolicy#REJECT} is treated
 * like {@link ConflictPolicy#KEEP} by the store; the caller of the store throws the
 * exception
 * @param record the data of the job
 * @since 0.1.0
 */
public record NewJob(String topic, String id, DueTime dueTime, ConflictPolicy onConflict, JobRecord record) {

	public NewJob {
		JobRules.checkTopic(topic);
		JobRules.checkId(id);
	}

}
