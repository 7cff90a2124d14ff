/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
