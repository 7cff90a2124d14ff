// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate;

import java.util.Set;
import java.util.function.Supplier;

import io.delay.actuate.descriptor.Problem;
import io.delay.actuate.request.ProblemException;
import io.delay.admin.DelayAdminOperations;
import io.delay.job.JobRules;

/**
 * The topics of the store and of the application's own listeners. Operations reject other
 * topics, because a mistyped one would look empty or be created.
 */
final class KnownTopics {

	private final DelayAdminOperations admin;

	private final Supplier<Set<String>> ownTopics;

	KnownTopics(DelayAdminOperations admin, Supplier<Set<String>> ownTopics) {
		this.admin = admin;
		this.ownTopics = ownTopics;
	}

	/**
	 * Check that a topic is known.
	 * @throws ProblemException if it is unknown
	 */
	String check(String topic) {
		JobRules.checkTopic(topic);
		if (!this.ownTopics.get().contains(topic) && !this.admin.topics().names().contains(topic)) {
			throw unknown(topic);
		}
		return topic;
	}

	static ProblemException unknown(String topic) {
		return new ProblemException(Problem.Type.TOPIC_NOT_FOUND, "There is no topic '" + topic + "'");
	}

	static ProblemException noJob(String topic, String id) {
		return new ProblemException(Problem.Type.JOB_NOT_FOUND, "Topic '" + topic + "' has no job '" + id + "'");
	}

}
