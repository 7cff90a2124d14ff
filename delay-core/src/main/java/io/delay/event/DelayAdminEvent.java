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

package io.delay.event;

import java.util.List;

import org.springframework.util.Assert;

import io.delay.job.JobRules;
import io.delay.store.admin.Operator;

/**
 * An operator has changed jobs or a topic through this application: by
 * {@code DelayAdmin}, and so by the actuator endpoint, too. Nothing is published if
 * nothing was changed; if the store did not answer and it is unknown whether anything was
 * changed, an event is published that is not complete.
 *
 * @param topic the topic
 * @param action what was done
 * @param operator who did it
 * @param ids the ids of the jobs that were changed, if jobs were given by id; else empty
 * @param jobs how many jobs were changed; zero if it is the topic that was changed
 * @param complete {@code false} if the store failed before the end: then these jobs were
 * changed for certain, and what the last step was to change may have been changed, too
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
	 * What an operator can do.
	 */
	public enum Action {

		/** Failed jobs went back to waiting. */
		KICK,

		/** Waiting jobs were buried. */
		BURY,

		/** A job was deleted. */
		CANCEL,

		/** All jobs of the topic, or of one state, were deleted. */
		PURGE,

		/** The topic was paused. */
		PAUSE,

		/** The pause of the topic has ended. */
		RESUME,

		/** The topic, which had neither jobs nor consumers, is not listed any more. */
		FORGET

	}

}
