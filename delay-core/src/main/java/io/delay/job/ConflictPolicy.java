// SPDX-License-Identifier: Apache-2.0

package io.delay.job;

/**
 * Determines what a submit does if the topic already contains a job with the same id, in
 * any state.
 *
 * @since 0.1.0
 */
public enum ConflictPolicy {

	/**
	 * Keep the existing job and store nothing, so that a submit can be repeated safely.
	 * The result contains the state of the existing job, because a
	 * {@link JobState#RESERVED} or {@link JobState#FAILED} job is kept as well.
	 */
	KEEP,

	/**
	 * Replace the existing job: the new payload and due time apply, and attempts are
	 * counted from the start again. A lease on the existing job becomes void.
	 */
	REPLACE,

	/**
	 * Keep the existing job and throw {@link JobExistsException}.
	 */
	REJECT

}
