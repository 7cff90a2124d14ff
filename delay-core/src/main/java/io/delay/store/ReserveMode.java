// SPDX-License-Identifier: Apache-2.0

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
