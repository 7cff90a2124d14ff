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

import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

import io.delay.support.FailureNotice;

/**
 * Creates observations whose failures do not affect the observed calls. The first
 * exception thrown by a convention or a handler is logged. Internal to Delay: may change
 * without notice.
 *
 * @param <C> the type of the context
 * @since 0.1.0
 * @hidden
 */
public final class GuardedObservations<C extends Observation.Context> {

	private final DelayObservation documentation;

	private final ObservationRegistry registry;

	private final @Nullable ObservationConvention<C> convention;

	private final ObservationConvention<C> defaultConvention;

	private final FailureNotice notice;

	/**
	 * Create an instance for one kind of observation.
	 * @param documentation the kind of observation
	 * @param registry the registry
	 * @param convention the application's own convention, or {@code null}
	 * @param defaultConvention the convention to use if the application has none, or if
	 * the application's convention fails
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
	 * Whether no handler is registered. A context is then unnecessary.
	 * @return {@code true} if calls are not observed
	 */
	public boolean isNoop() {
		return this.registry.isNoop();
	}

	/**
	 * Start an observation and make it the current one of this thread.
	 * @param context the context of the observation
	 * @return the observation, which must be ended
	 */
	public GuardedObservation begin(C context) {
		GuardedObservation observation = new GuardedObservation(this.registry, this.notice);
		observation.begin(() -> this.documentation.observation(this.convention, this.defaultConvention, () -> context,
				this.registry));
		return observation;
	}

	/**
	 * Capture the current observation of this thread, so that it is the current one
	 * during later calls, too.
	 * @param <T> the type of the results of the calls
	 * @return a function that adds the observation to a call; the call may be made on a
	 * different thread
	 */
	public <T> UnaryOperator<Supplier<T>> inCurrent() {
		Observation current = this.registry.getCurrentObservation();
		return (current != null) ? (call) -> () -> call(current, call) : UnaryOperator.identity();
	}

	private <T> T call(Observation current, Supplier<T> call) {
		GuardedObservation observation = new GuardedObservation(this.registry, this.notice);
		observation.resume(current);
		try {
			return call.get();
		}
		finally {
			observation.closeScope();
		}
	}

}
