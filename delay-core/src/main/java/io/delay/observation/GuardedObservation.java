// SPDX-License-Identifier: Apache-2.0

package io.delay.observation;

import java.util.function.Supplier;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

import io.delay.support.FailureNotice;

/**
 * An observation whose failures do not affect the observed call: conventions and
 * observation handlers may throw exceptions, and the previous scope of the thread is
 * restored nevertheless. It is used by the thread that starts it. Once this thread has
 * closed the scope, a different thread may end the observation. Internal to Delay: may
 * change without notice.
 *
 * @since 0.1.0
 * @hidden
 */
public final class GuardedObservation {

	private final ObservationRegistry registry;

	private final FailureNotice notice;

	private final Observation.@Nullable Scope outerScope;

	private Observation.@Nullable Scope scope;

	private Observation observation = Observation.NOOP;

	/** Start an observation and make it the current one of this thread. */
	public GuardedObservation(ObservationRegistry registry, FailureNotice notice, Supplier<Observation> creation) {
		this.registry = registry;
		this.notice = notice;
		this.outerScope = registry.getCurrentObservationScope();
		this.notice.attempt(() -> {
			this.observation = creation.get();
			this.observation.start().openScope();
		});
		// If opening the scope failed halfway, the scope is available only from the
		// registry
		this.scope = registry.getCurrentObservationScope();
	}

	public void error(Throwable failure) {
		this.notice.attempt(() -> this.observation.error(failure));
	}

	/** Restore the previous scope of the thread without ending the observation. */
	public void closeScope() {
		Observation.Scope open = this.scope;
		if (open != null && open != this.outerScope) {
			this.scope = null;
			this.notice.attempt(open::close);
			this.registry.setCurrentObservationScope(this.outerScope);
		}
	}

	/**
	 * End the observation. Its context must be complete by then. If a handler failed to
	 * start, the others are stopped nevertheless.
	 */
	public void end() {
		closeScope();
		this.notice.attempt(this.observation::stop);
	}

}
