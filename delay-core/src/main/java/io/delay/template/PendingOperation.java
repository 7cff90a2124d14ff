// SPDX-License-Identifier: Apache-2.0

package io.delay.template;

import io.delay.job.DueTime;
import io.delay.template.AfterCommitException.Operation;

/**
 * An operation that waits for the commit of a transaction.
 */
sealed interface PendingOperation {

	Operation operation();

	String topic();

	String id();

	/**
	 * A job to submit.
	 *
	 * @param job the job, with its id
	 */
	record Submit(PreparedJob job) implements PendingOperation {

		@Override
		public Operation operation() {
			return Operation.SUBMIT;
		}

		@Override
		public String topic() {
			return this.job.newJob().topic();
		}

		@Override
		public String id() {
			return this.job.newJob().id();
		}

	}

	/**
	 * A job to cancel.
	 */
	record Cancel(String topic, String id) implements PendingOperation {

		@Override
		public Operation operation() {
			return Operation.CANCEL;
		}

	}

	/**
	 * A job to reschedule.
	 */
	record Reschedule(String topic, String id, DueTime dueTime) implements PendingOperation {

		@Override
		public Operation operation() {
			return Operation.RESCHEDULE;
		}

	}

}
