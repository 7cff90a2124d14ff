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

package io.delay.listener.poll;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * How one container takes part in the permit for isolated jobs.
 *
 * @param permit the permit of all containers
 * @param onFree has the container look for jobs, once the permit was released
 */
public record Isolation(IsolationPermit permit, Runnable onFree) {

	/**
	 * Look again when the permit is free, for a job was left out.
	 * @param nextEvent when to look otherwise, {@code null} for never
	 * @return when to look at the latest
	 */
	@Nullable Duration lookWhenFree(@Nullable Duration nextEvent) {
		// In this order: once it waits, it is told if the time changes
		this.permit.whenFree(this.onFree);
		Duration free = this.permit.freeWithin();
		return (free != null && (nextEvent == null || free.compareTo(nextEvent) < 0)) ? free : nextEvent;
	}

	// Wait for the permit no longer, since the container has stopped.
	void forget() {
		this.permit.forget(this.onFree);
	}

}
