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

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.delay.actuate.descriptor.JobsChangeDescriptor;
import io.delay.actuate.request.NotFoundException;
import io.delay.actuate.request.OperationParameter;
import io.delay.admin.DelayAdminOperations;
import io.delay.job.JobState;

/**
 * The operations of the endpoint that change all jobs of a state or of a cause.
 */
final class BulkChanges {

	private final DelayAdminOperations admin;

	private final KnownTopics topics;

	BulkChanges(DelayAdminOperations admin, KnownTopics topics) {
		this.admin = admin;
		this.topics = topics;
	}

	JobsChangeDescriptor kickGroup(String topic, @Nullable String cause, @Nullable String spread) {
		String key = new OperationParameter("cause", cause).required("0123456789ab");
		Duration time = new OperationParameter("spread", spread).asDuration(Duration.ZERO);
		return changed(topic, key, this.admin.kickGroup(this.topics.check(topic), key, time));
	}

	JobsChangeDescriptor cancelGroup(String topic, @Nullable String cause) {
		String key = new OperationParameter("cause", cause).required("0123456789ab");
		return changed(topic, key, this.admin.cancelGroup(this.topics.check(topic), key));
	}

	private static JobsChangeDescriptor changed(String topic, String cause, long jobs) {
		if (jobs == 0) {
			throw new NotFoundException("Topic '" + topic + "' has no failed job with the cause '" + cause
					+ "' among the 10,000 that failed last; nothing was changed. Read the causes again");
		}
		return new JobsChangeDescriptor(topic, jobs);
	}

	JobsChangeDescriptor kickAll(String topic, @Nullable String delay) {
		Duration wait = new OperationParameter("delay", delay).asDuration(Duration.ZERO);
		return new JobsChangeDescriptor(topic, this.admin.kickAll(this.topics.check(topic), wait));
	}

	JobsChangeDescriptor purgeFailed(String topic) {
		return new JobsChangeDescriptor(topic, this.admin.purge(this.topics.check(topic), JobState.FAILED));
	}

}
