// SPDX-License-Identifier: Apache-2.0

package io.delay.event;

import java.util.List;

import org.springframework.util.Assert;

import io.delay.job.JobRules;
import io.delay.store.admin.Operator;

/**
 * Published after an operator has changed jobs or a topic through {@code DelayAdmin} in
 * this application; this includes the actuator endpoint. If nothing was changed, no event
 * is published. If it is unknown whether anything was changed, because the store did not
 * answer, an incomplete event is published.
 *
 * @param action the action of the operator
 * @param ids the ids of the changed jobs if jobs were specified by id, otherwise empty
 * @param jobs the number of changed jobs; zero if the action changed the topic itself
 * @param complete {@code false} if the store failed before the end; the reported jobs
 * were changed nevertheless, and the jobs of the failed step may have been changed, too
 * @since 0.1.0
 */
public record DelayAdminEvent(String topic, Action action, Operator operator, List<String> ids, long jobs,
		boolean complete) implements DelayEvent {

	public DelayAdminEvent {
		JobRules.checkTopic(topic);
		Assert.notNull(action, "'action' must not be null");
		Assert.notNull(operator, "'operator' must not be null");
		ids = List.copyOf(ids);
	}

	/**
	 * The action of an operator.
	 */
	public enum Action {

		/** A job was submitted, or replaced another one. */
		SUBMIT,

		/** Failed jobs were moved back to the waiting jobs. */
		KICK,

		/** Waiting jobs were buried. */
		BURY,

		/** Jobs were deleted. */
		CANCEL,

		/** Waiting jobs were given a new due time. */
		RESCHEDULE,

		/** A failed or waiting job was given a new payload or a new due time. */
		EDIT,

		/** All jobs of the topic, or of one state, were deleted. */
		PURGE,

		/** The topic was paused. */
		PAUSE,

		/** The topic was resumed. */
		RESUME,

		/** The topic, which had neither jobs nor consumers, was forgotten. */
		FORGET

	}

}
