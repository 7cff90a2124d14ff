// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if jobs were sent to the store and the store did not reply, or replied that it
 * refused some of them. The cause contains the details. Submitting the jobs again with
 * the same ids and {@link io.delay.job.ConflictPolicy#KEEP} is safe as long as they
 * cannot have been handled in the meantime.
 *
 * @since 0.1.0
 */
public final class SubmitOutcomeUnknownException extends OutcomeUnknownException {

	/**
	 * Create the exception.
	 * @param topics the topics of the jobs
	 * @param ids the ids of the jobs that may have been stored, including generated ones
	 */
	public SubmitOutcomeUnknownException(List<String> topics, List<String> ids, @Nullable Throwable cause) {
		super("It is unknown whether the store has accepted all of the " + describe(ids) + " of topic " + topics
				+ ". Look them up by id, or submit them again with the same ids", topics, ids, cause);
	}

}
