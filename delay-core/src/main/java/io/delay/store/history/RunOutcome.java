// SPDX-License-Identifier: Apache-2.0

package io.delay.store.history;

/**
 * How a job ended.
 *
 * @since 0.1.0
 */
public enum RunOutcome {

	/**
	 * The job was acknowledged. Its handler may have submitted it again in the same step.
	 */
	DONE,

	/**
	 * The job has failed permanently, its failure handler has succeeded, and the job was
	 * deleted.
	 */
	FAILURE_HANDLED,

	/**
	 * The job was cancelled.
	 */
	CANCELLED,

	/**
	 * The job has expired before a handler completed it.
	 */
	EXPIRED

}
