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

package io.delay.store.life;

import io.delay.store.ReserveMode;
import io.delay.store.Touch;

/**
 * The progress of the worker that holds a job, as reported to the store.
 */
public enum Progress {

	/**
	 * The worker does not report starts, so the attempt counts as soon as the job is
	 * reserved.
	 */
	UNREPORTED,

	/** The worker has not reported that the handler has started. */
	NOT_STARTED,

	/** Like {@link #NOT_STARTED}, for a job that was reserved before it was due. */
	AHEAD,

	/** The handler has started. */
	STARTED,

	/**
	 * The worker has reported that it is running but will not finish before the lease
	 * ends.
	 */
	OVERDUE;

	// The initial progress of a job that was ready when it was reserved.
	public static Progress of(ReserveMode mode) {
		return mode.isStartsReported() ? NOT_STARTED : UNREPORTED;
	}

	public boolean isNotStarted() {
		return this == NOT_STARTED || this == AHEAD;
	}

	// The progress after a touch.
	public Progress after(Touch touch) {
		if (this == UNREPORTED || (this == OVERDUE && touch.ttr().isZero())) {
			return this;
		}
		return touch.overdue() ? OVERDUE : STARTED;
	}

}
