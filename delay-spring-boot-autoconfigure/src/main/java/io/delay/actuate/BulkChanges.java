// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.delay.actuate.descriptor.ChangeDescriptor;
import io.delay.actuate.request.BulkParameters;
import io.delay.actuate.request.NotFoundException;
import io.delay.actuate.request.OperationParameter;
import io.delay.admin.DelayAdminOperations;
import io.delay.admin.bulk.BulkResult;
import io.delay.job.JobState;

/**
 * The operations of the endpoint that change all jobs of a state or of a cause, in one
 * request or in several.
 */
final class BulkChanges {

	private final DelayAdminOperations admin;

	private final KnownTopics topics;

	BulkChanges(DelayAdminOperations admin, KnownTopics topics) {
		this.admin = admin;
		this.topics = topics;
	}

	ChangeDescriptor.OfJobs kickAll(String topic, @Nullable String delay, BulkParameters parameters) {
		Duration wait = new OperationParameter("delay", delay).asDuration(Duration.ZERO);
		return answer(topic, parameters,
				this.admin.bulk().kickAll(this.topics.check(topic), wait, parameters.request()));
	}

	ChangeDescriptor.OfJobs purge(String topic, @Nullable String state, BulkParameters parameters) {
		JobState jobs = new OperationParameter("state", state).asState();
		return answer(topic, parameters, this.admin.bulk().purge(this.topics.check(topic), jobs, parameters.request()));
	}

	ChangeDescriptor.OfJobs kickGroup(String topic, @Nullable String cause, @Nullable String spread,
			BulkParameters parameters) {
		String key = key(cause);
		Duration time = new OperationParameter("spread", spread).asDuration(Duration.ZERO);
		return found(topic, key, parameters,
				this.admin.bulk().kickGroup(this.topics.check(topic), key, time, parameters.request()));
	}

	ChangeDescriptor.OfJobs cancelGroup(String topic, @Nullable String cause, BulkParameters parameters) {
		String key = key(cause);
		return found(topic, key, parameters,
				this.admin.bulk().cancelGroup(this.topics.check(topic), key, parameters.request()));
	}

	private static String key(@Nullable String cause) {
		return new OperationParameter("cause", cause).required("0123456789ab");
	}

	private static ChangeDescriptor.OfJobs found(String topic, String cause, BulkParameters parameters,
			BulkResult result) {
		if (result.total() == 0) {
			throw new NotFoundException("Topic '" + topic + "' has no failed job with the cause '" + cause
					+ "' among the 10,000 that failed last; nothing was changed. Read the causes again");
		}
		return answer(topic, parameters, result);
	}

	private static ChangeDescriptor.OfJobs answer(String topic, BulkParameters parameters, BulkResult result) {
		return parameters.limited()
				? ChangeDescriptor.OfJobs.withProgress(topic, result, BulkParameters.text(result.next()))
				: ChangeDescriptor.OfJobs.of(topic, result);
	}

}
