// SPDX-License-Identifier: Apache-2.0

package io.delay.store.admin;

import org.jspecify.annotations.Nullable;

import io.delay.job.JobState;

/**
 * The result of an edit of a job.
 *
 * @param status whether the job was edited
 * @param found the state of the job before the call, {@code null} if there is no such job
 * @since 0.1.0
 */
public record EditResult(Status status, @Nullable JobState found) {

	/**
	 * Create the result of an edit.
	 * @param edited whether the job was edited
	 * @param found the state of the job before the call, {@code null} if there is no such
	 * job
	 * @return the result
	 */
	public static EditResult of(boolean edited, @Nullable JobState found) {
		if (edited) {
			return new EditResult(Status.EDITED, found);
		}
		return new EditResult((found != null) ? Status.CHANGED : Status.MISSING, found);
	}

	/**
	 * The outcome of an edit.
	 */
	public enum Status {

		/** The job was edited. */
		EDITED,

		/** The job was not edited, because it has changed since it was read. */
		CHANGED,

		/** There is no such job. */
		MISSING

	}

}
