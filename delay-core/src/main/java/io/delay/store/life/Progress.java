// SPDX-License-Identifier: Apache-2.0

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

	public static Progress of(ReserveMode mode) {
		return mode.isStartsReported() ? NOT_STARTED : UNREPORTED;
	}

	public boolean isNotStarted() {
		return this == NOT_STARTED || this == AHEAD;
	}

	public Progress after(Touch touch) {
		if (this == UNREPORTED || (this == OVERDUE && touch.ttr().isZero())) {
			return this;
		}
		return touch.overdue() ? OVERDUE : STARTED;
	}

}
