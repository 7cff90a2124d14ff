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

package io.delay.listener.watch;

import java.util.function.Predicate;

import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

import io.delay.support.FailureNotice;

/**
 * Captures and restores the thread-locals of the calling thread that are registered with
 * Micrometer's context propagation. Failures do not affect jobs.
 */
final class ThreadContext {

	private static final boolean LIBRARY_PRESENT = ClassUtils.isPresent("io.micrometer.context.ContextSnapshotFactory",
			ThreadContext.class.getClassLoader());

	/**
	 * Selects the thread-locals to restore. The current observation is not restored,
	 * because setting it would open a scope that is never closed.
	 */
	private static final Predicate<Object> RESTORED = (key) -> !key.equals("micrometer.observation");

	private final FailureNotice notice = new FailureNotice("Restoring the context of a thread");

	private final ContextSnapshotFactory snapshots = ContextSnapshotFactory.builder()
		.clearMissing(true)
		.captureKeyPredicate(RESTORED)
		.build();

	private ThreadContext() {
	}

	// Returns null if the library is absent.
	static @Nullable ThreadContext ifPresent() {
		return LIBRARY_PRESENT ? new ThreadContext() : null;
	}

	/**
	 * Capture the thread-locals.
	 * @return the values, {@code null} if that failed
	 */
	@Nullable ContextSnapshot capture() {
		try {
			return this.snapshots.captureAll();
		}
		catch (RuntimeException | Error ex) {
			this.notice.failed(ex);
			return null;
		}
	}

	/**
	 * Restore the thread-locals.
	 * @param before the values, {@code null} to restore none
	 */
	void restore(@Nullable ContextSnapshot before) {
		// The returned scope is not closed, because closing it would set the values that
		// the handler has left behind
		try {
			if (before != null) {
				before.setThreadLocals(RESTORED);
			}
		}
		catch (RuntimeException | Error ex) {
			this.notice.failed(ex);
		}
	}

}
