// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;

/**
 * Thrown if the store fails during an operation of several steps. Completed steps are not
 * undone; repeat the call to process the remaining jobs. If the cause is an
 * {@link io.delay.store.OutcomeUnknownException}, the last step may have been carried
 * out, too.
 *
 * @since 0.1.0
 */
public final class PartlyDoneException extends DataAccessResourceFailureException {

	private final long done;

	/**
	 * Create the exception.
	 * @param operation the operation, as in {@code Kicking jobs of topic 'orders'}
	 * @param done the number of processed jobs
	 */
	public PartlyDoneException(String operation, long done, DataAccessException cause) {
		super(operation + " failed after " + done + " jobs. Repeat the call for the rest", cause);
		this.done = done;
	}

	/**
	 * Return the number of jobs that are known to have been processed. If the call had a
	 * list of ids, these are the first jobs of the list.
	 * @return the number of jobs
	 */
	public long done() {
		return this.done;
	}

}
