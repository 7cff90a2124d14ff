// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.util.function.BooleanSupplier;

import io.delay.listener.lease.Handling;
import io.delay.listener.lease.HeldJob;

/**
 * Handles a job and determines how the job is settled.
 */
public interface Execution {

	/**
	 * Run the handler. Exceptions of the handler are not propagated. The lease of the job
	 * is held until the handling has ended.
	 * @param interrupted marks the handler as returned and returns whether the container
	 * interrupted it before that; must be called once, on this thread, as soon as the
	 * handler has returned
	 * @return the handling, with the settlement that the handler decided on; if it made
	 * no decision, a hand-back if the container interrupted it, an ack if it returned, or
	 * a failure if it threw an exception
	 */
	Handling execute(HeldJob job, BooleanSupplier interrupted);

}
