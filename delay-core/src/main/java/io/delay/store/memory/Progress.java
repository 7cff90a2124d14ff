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

package io.delay.store.memory;

import io.delay.store.Touch;

/**
 * What the store knows about the worker that holds a job.
 */
enum Progress {

	/** The worker reports no starts, so the attempt counts from the reserve. */
	UNREPORTED,

	/** The worker has not reported that the handler has started. */
	NOT_STARTED,

	/** The handler has started. */
	STARTED,

	/** The worker is running but will not finish before the lease ends. */
	OVERDUE;

	// The progress after a touch.
	Progress after(Touch touch) {
		if (this == UNREPORTED || (this == OVERDUE && touch.ttr().isZero())) {
			return this;
		}
		return touch.overdue() ? OVERDUE : STARTED;
	}

}
