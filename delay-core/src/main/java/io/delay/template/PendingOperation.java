// SPDX-License-Identifier: Apache-2.0

package io.delay.template;

import io.delay.job.DueTime;
import io.delay.job.Job;
import io.delay.store.NewJob;
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
	 * @param job the job as submitted by the caller
	 * @param prepared the job for the store, with an id
	 */
	record Submit(Job job, NewJob prepared) implements PendingOperation {

		@Override
		public Operation operation() {
			return Operation.SUBMIT;
		}

		@Override
		public String topic() {
			return this.job.topic();
		}

		@Override
		public String id() {
			return this.prepared.id();
		}

	}

	record Cancel(String topic, String id) implements PendingOperation {

		@Override
		public Operation operation() {
			return Operation.CANCEL;
		}

	}

	record Reschedule(String topic, String id, DueTime dueTime) implements PendingOperation {

		@Override
		public Operation operation() {
			return Operation.RESCHEDULE;
		}

	}

}
