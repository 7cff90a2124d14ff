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

package io.delay.delivery;

import java.util.HashSet;
import java.util.Set;

import org.springframework.transaction.support.TransactionSynchronization;

/**
 * Runs a task if the transaction is rolled back, or rolled back to a savepoint that was
 * set before this synchronization was registered. Used by the thread of the transaction.
 */
final class RollbackSynchronization implements TransactionSynchronization {

	private final Runnable task;

	/** The savepoints that were set since the registration. */
	private final Set<Object> later = new HashSet<>();

	RollbackSynchronization(Runnable task) {
		this.task = task;
	}

	@Override
	public void savepoint(Object savepoint) {
		this.later.add(savepoint);
	}

	@Override
	public void savepointRollback(Object savepoint) {
		if (!this.later.contains(savepoint)) {
			this.task.run();
		}
	}

	@Override
	public void afterCompletion(int status) {
		if (status != STATUS_COMMITTED) {
			this.task.run();
		}
	}

}
