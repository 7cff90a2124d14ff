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

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

import io.delay.support.FailureNotice;

/**
 * An observation around a call that does no harm. Never throws, and leaves the thread as
 * it found it. For use by one thread. Internal to Delay: may change without notice.
 *
 * @since 0.1.0
 */
public final class GuardedObservation {

	private final ObservationRegistry registry;

	private final FailureNotice notice;

	private @Nullable Observation observation;

	private Observation.@Nullable Scope outerScope;

	private Observation.@Nullable Scope scope;

	GuardedObservation(ObservationRegistry registry, FailureNotice notice) {
		this.registry = registry;
		this.notice = notice;
	}

	void begin(Supplier<Observation> supplier) {
		try {
			this.outerScope = this.registry.getCurrentObservationScope();
			Observation made = supplier.get();
			// Even if one handler cannot start, others have and want to be stopped
			this.observation = made;
			made.start();
			this.scope = made.openScope();
		}
		catch (RuntimeException | Error ex) {
			this.notice.failed(ex);
			// A scope that was opened halfway is known to the registry alone
			if (this.observation != null) {
				this.scope = this.registry.getCurrentObservationScope();
			}
		}
	}

	/**
	 * Note that the call has failed.
	 * @param failure what was thrown
	 */
	public void error(Throwable failure) {
		Observation begun = this.observation;
		if (begun != null) {
			try {
				begun.error(failure);
			}
			catch (RuntimeException | Error ex) {
				this.notice.failed(ex);
			}
		}
	}

	/**
	 * End the observation, once what there is to know of it was noted in its context.
	 */
	public void end() {
		Observation begun = this.observation;
		if (begun != null) {
			closeScope();
			try {
				begun.stop();
			}
			catch (RuntimeException | Error ex) {
				this.notice.failed(ex);
			}
		}
	}

	private void closeScope() {
		try {
			if (this.scope != null && this.scope != this.outerScope) {
				this.scope.close();
			}
		}
		catch (RuntimeException | Error ex) {
			this.notice.failed(ex);
			this.registry.setCurrentObservationScope(this.outerScope);
		}
	}

}
