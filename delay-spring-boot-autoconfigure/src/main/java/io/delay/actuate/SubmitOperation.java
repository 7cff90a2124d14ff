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
import java.time.Duration;
import java.time.Instant;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.delay.job.Job;
import io.delay.job.SubmitResult;
import io.delay.store.admin.Operator;
import io.delay.template.DelayOperations;

/**
 * Submits a job on behalf of an operator.
 *
 * @param delay submits the job, {@code null} if the application cannot submit jobs
 * @param operator the operator, {@code null} if the name is unknown
 */
record SubmitOperation(@Nullable DelayOperations delay, @Nullable Operator operator) {

	private static final Log logger = LogFactory.getLog(SubmitOperation.class);

	SubmitOperation actingAs(String name) {
		return new SubmitOperation(this.delay, new Operator(name));
	}

	/**
	 * Submit a job. An existing job with the id is kept.
	 * @param topic the topic
	 * @param id the id, {@code null} to generate one
	 * @param payload the payload as text
	 * @param wait how long until the job is due
	 * @param dueTime when the job is due, {@code null} if the wait says so
	 * @return the result
	 */
	SubmittedJobDescriptor submit(String topic, @Nullable String id, @Nullable String payload, Duration wait,
			@Nullable Instant dueTime) {
		if (this.delay == null) {
			throw new IllegalStateException("Jobs cannot be submitted, because there is no DelayOperations bean");
		}
		Job.Builder job = Job.to(topic).payload(((payload != null) ? payload : "").getBytes(StandardCharsets.UTF_8));
		if (id != null) {
			job.id(id);
		}
		job.delay(wait);
		if (dueTime != null) {
			job.dueTime(dueTime);
		}
		SubmitResult result = this.delay.submit(job.build());
		logger.info(((this.operator != null) ? "Operator '" + this.operator + "'" : "An operator without a name")
				+ " submitted job '" + result.id() + "' to topic '" + topic + "' (" + result.status() + ")");
		return new SubmittedJobDescriptor(topic, result.id(), result.status(), result.dueTime(), result.found());
	}

}
