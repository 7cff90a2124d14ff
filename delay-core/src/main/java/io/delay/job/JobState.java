// SPDX-License-Identifier: Apache-2.0

package io.delay.job;

/**
 * The state of a job. A job that was acknowledged, cancelled or purged no longer exists
 * and has no state.
 *
 * @since 0.1.0
 */
public enum JobState {

	/**
	 * The job waits for its due time.
	 */
	DELAYED,

	/**
	 * The job is due and waits for a worker.
	 */
	READY,

	/**
	 * A worker holds a lease on the job. A job whose lease has expired stays in this
	 * state until it is delivered again; until then it can still be settled with that
	 * lease.
	 */
	RESERVED,

	/**
	 * The job is buried with a reason, so that a person can decide what to do with it.
	 */
	FAILED

}
