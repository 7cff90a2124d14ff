// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;

/**
 * Thrown if a change was sent to the store but no reply was received, so that the change
 * may or may not have been carried out. The change is never repeated automatically.
 *
 * @since 0.1.0
 */
public class OutcomeUnknownException extends DataAccessResourceFailureException {

	private static final int NAMED_IDS = 5;

	private final List<String> topics;

	private final List<String> ids;

	/**
	 * Create the exception.
	 * @param message what happened and what to do
	 * @param topics the topics of the jobs
	 * @param ids the ids of the jobs
	 */
	public OutcomeUnknownException(String message, List<String> topics, List<String> ids, @Nullable Throwable cause) {
		super(message, cause);
		this.topics = List.copyOf(topics);
		this.ids = List.copyOf(ids);
	}

	/**
	 * Create an exception for a change of jobs of one topic.
	 * @param change the name of the operation
	 * @param ids the ids of the jobs, empty if the change affects the topic as a whole;
	 * the message contains the first few
	 * @return the exception, whose message contains a remedy
	 */
	public static OutcomeUnknownException ofChange(String change, String topic, List<String> ids,
			@Nullable Throwable cause) {
		String jobs = ids.isEmpty() ? "" : describe(ids) + " of ";
		return new OutcomeUnknownException(
				"It is unknown whether '" + change + "' of " + jobs + "topic '" + topic
						+ "' was carried out, because the store did not answer. Check the jobs, or repeat the call",
				List.of(topic), ids, cause);
	}

	// Only some ids are named, because a call can affect hundreds of jobs
	static String describe(List<String> ids) {
		return (ids.size() <= NAMED_IDS) ? "jobs " + ids : ids.size() + " jobs including " + ids.subList(0, NAMED_IDS);
	}

	/**
	 * Return the topics concerned, without duplicates.
	 * @return the topics
	 */
	public List<String> topics() {
		return this.topics;
	}

	/**
	 * Return the ids of the jobs concerned.
	 * @return the ids
	 */
	public List<String> ids() {
		return this.ids;
	}

}
