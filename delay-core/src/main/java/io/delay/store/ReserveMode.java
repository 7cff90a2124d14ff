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

package io.delay.store;

/**
 * From when on the deliveries of a reserve count as attempts, and whether the reserve
 * takes an isolated job.
 *
 * @since 0.1.0
 */
public enum ReserveMode {

	/**
	 * The caller reports nothing: each attempt counts from the reserve. Isolated jobs are
	 * handed over like all others.
	 */
	PULL(false, true),

	/**
	 * The caller reports by a {@link Touch} that a handler has begun; an attempt counts
	 * from then on. No job is handed over that is to be isolated.
	 */
	LISTEN(true, false),

	/**
	 * Like {@link #LISTEN}, but at most one job is handed over that is to be isolated.
	 */
	LISTEN_ISOLATED(true, true);

	private final boolean startsReported;

	private final boolean isolatedTaken;

	ReserveMode(boolean startsReported, boolean isolatedTaken) {
		this.startsReported = startsReported;
		this.isolatedTaken = isolatedTaken;
	}

	/**
	 * Whether the caller reports that handlers have begun.
	 * @return {@code false} if attempts count from the reserve
	 */
	public boolean isStartsReported() {
		return this.startsReported;
	}

	/**
	 * Whether jobs that are to be isolated may be handed over.
	 * @return {@code false} if they are left out
	 */
	public boolean isIsolatedTaken() {
		return this.isolatedTaken;
	}

}
