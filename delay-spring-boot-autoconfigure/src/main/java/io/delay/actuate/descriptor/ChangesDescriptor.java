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

package io.delay.actuate.descriptor;

import java.time.Instant;
import java.util.List;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

import io.delay.event.DelayAdminEvent;

/**
 * The last changes by operators through one instance.
 *
 * @param changes the changes, the newest one first
 */
public record ChangesDescriptor(List<Change> changes) implements OperationResponseBody {

	/**
	 * A change by an operator.
	 *
	 * @param time when the instance recorded it
	 * @param operator who made it
	 * @param action what was done
	 * @param topic the topic
	 * @param jobs the number of jobs that were changed
	 * @param complete whether the whole change was made
	 */
	public record Change(Instant time, String operator, DelayAdminEvent.Action action, String topic, long jobs,
			boolean complete) {

	}

}
