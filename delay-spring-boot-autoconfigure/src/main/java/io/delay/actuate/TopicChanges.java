// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate;

import java.time.Duration;

import io.delay.actuate.descriptor.ChangeDescriptor;
import io.delay.actuate.descriptor.Problem;
import io.delay.actuate.request.EndpointParameters;
import io.delay.actuate.request.ProblemException;
import io.delay.admin.DelayAdminOperations;
import io.delay.admin.bulk.BulkResult;
import io.delay.job.JobState;

/**
 * The operations of the endpoint that change a topic, or all its jobs of a state or of a
 * cause, in one request or in several.
 */
final class TopicChanges {

	private final DelayAdminOperations admin;

	private final KnownTopics topics;

	TopicChanges(DelayAdminOperations admin, KnownTopics topics) {
		this.admin = admin;
		this.topics = topics;
	}

	ChangeDescriptor.OfTopic pause(String topic) {
		return new ChangeDescriptor.OfTopic(topic, true, this.admin.topics().pause(this.topics.check(topic)));
	}

	ChangeDescriptor.OfTopic resume(String topic) {
		return new ChangeDescriptor.OfTopic(topic, false, this.admin.topics().resume(this.topics.check(topic)));
	}

	ChangeDescriptor.Forgotten forget(String topic) {
		return ChangeDescriptor.Forgotten.of(topic, this.admin.topics().forget(this.topics.check(topic)));
	}

	ChangeDescriptor.OfJobs kickAll(String topic, EndpointParameters parameters) {
		Duration delay = parameters.duration("delay", Duration.ZERO);
		return answer(topic, parameters,
				this.admin.bulk().kickAll(this.topics.check(topic), delay, parameters.bulkRequest()));
	}

	ChangeDescriptor.OfJobs purge(String topic, JobState state, EndpointParameters parameters) {
		return answer(topic, parameters,
				this.admin.bulk().purge(this.topics.check(topic), state, parameters.bulkRequest()));
	}

	ChangeDescriptor.OfJobs kickGroup(String topic, EndpointParameters parameters) {
		String cause = cause(parameters);
		Duration spread = parameters.duration("spread", Duration.ZERO);
		return found(topic, cause, parameters,
				this.admin.bulk().kickGroup(this.topics.check(topic), cause, spread, parameters.bulkRequest()));
	}

	ChangeDescriptor.OfJobs cancelGroup(String topic, EndpointParameters parameters) {
		String cause = cause(parameters);
		return found(topic, cause, parameters,
				this.admin.bulk().cancelGroup(this.topics.check(topic), cause, parameters.bulkRequest()));
	}

	private static String cause(EndpointParameters parameters) {
		return parameters.required("cause", "0123456789ab");
	}

	private static ChangeDescriptor.OfJobs found(String topic, String cause, EndpointParameters parameters,
			BulkResult result) {
		if (result.total() == 0) {
			throw new ProblemException(Problem.Type.CAUSE_NOT_FOUND,
					"Topic '" + topic + "' has no failed job with the cause '" + cause
							+ "' among the 10,000 that failed last; nothing was changed. Read the causes again");
		}
		return answer(topic, parameters, result);
	}

	private static ChangeDescriptor.OfJobs answer(String topic, EndpointParameters parameters, BulkResult result) {
		return parameters.showsProgress() ? ChangeDescriptor.OfJobs.withProgress(topic, result)
				: ChangeDescriptor.OfJobs.of(topic, result);
	}

}
