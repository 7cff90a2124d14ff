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
 * Determines when the deliveries of a reserve start to count as attempts, and whether the
 * reserve may return an isolated job.
 *
 * @since 0.1.0
 */
public enum ReserveMode {

	/**
	 * The caller does not report that handlers have started, so each delivery counts as
	 * an attempt as soon as the job is reserved. Isolated jobs are returned like all
	 * other jobs.
	 */
	PULL(false, true),

	/**
	 * The caller reports with a {@link Touch} that a handler has started, and the
	 * delivery counts as an attempt from then on. Isolated jobs are not returned.
	 */
	LISTEN(true, false),

	/** Like {@link #LISTEN}, but at most one isolated job is returned. */
	LISTEN_ISOLATED(true, true);

	private final boolean startsReported;

	private final boolean isolatedTaken;

	ReserveMode(boolean startsReported, boolean isolatedTaken) {
		this.startsReported = startsReported;
		this.isolatedTaken = isolatedTaken;
	}

	/**
	 * Whether the caller reports that handlers have started.
	 * @return {@code false} if deliveries count as attempts as soon as the jobs are
	 * reserved
	 */
	public boolean isStartsReported() {
		return this.startsReported;
	}

	/**
	 * Whether isolated jobs may be returned.
	 * @return {@code false} if they are skipped
	 */
	public boolean isIsolatedTaken() {
		return this.isolatedTaken;
	}

}
