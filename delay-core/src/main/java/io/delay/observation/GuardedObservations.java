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

package io.delay.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

import io.delay.support.FailureNotice;

/**
 * Begins observations that do no harm: whatever a convention or a handler of the
 * application throws is logged once, and what is observed goes on. Internal to Delay: may
 * change without notice.
 *
 * @param <C> what is observed
 * @since 0.1.0
 */
public final class GuardedObservations<C extends Observation.Context> {

	private final DelayObservation documentation;

	private final ObservationRegistry registry;

	private final @Nullable ObservationConvention<C> convention;

	private final ObservationConvention<C> defaultConvention;

	private final FailureNotice notice;

	/**
	 * Create the observations.
	 * @param documentation what is observed
	 * @param registry where it is observed
	 * @param convention the application's own convention, or {@code null}
	 * @param defaultConvention the convention if there is no other
	 */
	public GuardedObservations(DelayObservation documentation, ObservationRegistry registry,
			@Nullable ObservationConvention<C> convention, ObservationConvention<C> defaultConvention) {
		this.documentation = documentation;
		this.registry = registry;
		this.defaultConvention = defaultConvention;
		this.notice = new FailureNotice("The observation " + defaultConvention.getName());
		this.convention = (convention != null) ? new FallbackConvention<>(convention, defaultConvention, this.notice)
				: null;
	}

	/**
	 * Whether nobody observes anything, so that no context need be made.
	 * @return {@code true} if so
	 */
	public boolean isNoop() {
		return this.registry.isNoop();
	}

	/**
	 * Begin an observation and make it the current one of this thread.
	 * @param context what is observed
	 * @return the observation, to be ended by the same thread
	 */
	public GuardedObservation begin(C context) {
		GuardedObservation observation = new GuardedObservation(this.registry, this.notice);
		observation.begin(() -> this.documentation.observation(this.convention, this.defaultConvention, () -> context,
				this.registry));
		return observation;
	}

}
