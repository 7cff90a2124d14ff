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
 * An observation whose failures do not affect the observed call. It never throws, and it
 * restores the previous scope of the thread. It is used by the thread that began it. Once
 * this thread has closed the scope, a different thread may end the observation. Internal
 * to Delay: may change without notice.
 *
 * @since 0.1.0
 * @hidden
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
			// If one handler fails to start, the others must still be stopped
			this.observation = made;
			made.start();
			this.scope = made.openScope();
		}
		catch (RuntimeException | Error ex) {
			this.notice.failed(ex);
			// If opening the scope failed halfway, the scope is available only from the
			// registry
			if (this.observation != null) {
				this.scope = this.registry.getCurrentObservationScope();
			}
		}
	}

	// Makes an observation that has begun elsewhere the current one of this thread. Only
	// the scope may be closed, because the observation ends elsewhere, too.
	void resume(Observation begun) {
		try {
			this.outerScope = this.registry.getCurrentObservationScope();
			this.scope = begun.openScope();
		}
		catch (RuntimeException | Error ex) {
			this.notice.failed(ex);
			this.scope = this.registry.getCurrentObservationScope();
		}
	}

	/**
	 * Record that the observed call has failed.
	 * @param failure the exception
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
	 * End the observation. Its context must be complete by then.
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

	/**
	 * Restore the previous scope of the thread without ending the observation.
	 */
	public void closeScope() {
		Observation.Scope open = this.scope;
		this.scope = null;
		try {
			if (open != null && open != this.outerScope) {
				open.close();
			}
		}
		catch (RuntimeException | Error ex) {
			this.notice.failed(ex);
			this.registry.setCurrentObservationScope(this.outerScope);
		}
	}

}
