// SPDX-License-Identifier: Apache-2.0

package io.delay.observation;

import java.util.Locale;

/**
 * How a delivery of a job ended.
 *
 * @since 0.1.0
 */
public enum JobOutcome {

	/** The handler completed the job. */
	ACKED,

	/**
	 * The job waits again, because its handler released it or because a stopping
	 * container interrupted the handler; the attempt does not count.
	 */
	RELEASED,

	/** The handler completed the job and resubmitted it with a new payload and delay. */
	RESUBMITTED,

	/** The attempt failed; the job will be delivered again. */
	RETRIED,

	/** The last attempt failed; the job was buried, or passed to its failure handler. */
	FAILED,

	/**
	 * The job was buried at once, or passed to its failure handler, even if attempts were
	 * left.
	 */
	BURIED,

	/** The failure handler has handled a job that had failed permanently. */
	FAILURE_HANDLED,

	/** The job has expired, so no handler was called and the job was deleted. */
	EXPIRED,

	/** The handler cancelled its own job, so the result of the handler had no effect. */
	CANCELLED,

	/**
	 * The handler replaced its own job, which waits again, so the result of the handler
	 * had no effect.
	 */
	REPLACED,

	/**
	 * The store refused the settlement because the job was delivered again, or was
	 * replaced or cancelled by code other than its handler.
	 */
	LEASE_LOST,

	/** The container handed the job back without starting its handler. */
	HANDED_BACK;

	private final String tag = name().toLowerCase(Locale.ROOT);

	/**
	 * Return the outcome as a tag value.
	 * @return the name in lower case
	 */
	public String tag() {
		return this.tag;
	}

}
