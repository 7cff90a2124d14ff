// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

/**
 * The number of jobs that a container holds at one moment.
 *
 * @param busyWorkers the number of jobs, or of batches of jobs, that are being handled
 * @param heldJobs the number of reserved jobs: those being handled, those waiting for a
 * worker, and those that are not yet due
 * @param overdueHandlers the number of handlers that are still running, or whose
 * transactions have not ended, although the lease of their job has ended, so that the job
 * is delivered again
 * @since 0.1.0
 */
public record ContainerLoad(int busyWorkers, int heldJobs, int overdueHandlers) {

	/**
	 * The load of a container that holds no job.
	 */
	public static final ContainerLoad NONE = new ContainerLoad(0, 0, 0);

}
