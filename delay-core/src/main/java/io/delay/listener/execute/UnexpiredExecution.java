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

package io.delay.listener.execute;

import java.util.function.BooleanSupplier;

import io.delay.listener.lease.Handling;
import io.delay.listener.lease.HandlingResult;
import io.delay.listener.lease.HeldJob;
import io.delay.store.Settlement;

/**
 * Handles only jobs that have not expired; an expired job is deleted.
 */
public final class UnexpiredExecution implements Execution {

	private final Execution execution;

	public UnexpiredExecution(Execution execution) {
		this.execution = execution;
	}

	@Override
	public Handling execute(HeldJob job, BooleanSupplier interrupted) {
		if (job.isExpired()) {
			interrupted.getAsBoolean();
			return new HandlingResult(new Settlement.Expire(job.lease().lease()), null);
		}
		return this.execution.execute(job, interrupted);
	}

}
