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

package io.delay.listener.watch;

import java.util.function.BooleanSupplier;

import io.micrometer.context.ContextSnapshot;

import io.delay.listener.execute.Execution;
import io.delay.listener.lease.Handling;
import io.delay.listener.lease.HeldJob;

/**
 * Restores the thread-locals that are registered with Micrometer's context propagation
 * after each execution, so that values that a handler or an interceptor leaves behind do
 * not affect the next job on the same thread.
 */
final class ThreadContextExecution implements Execution {

	private final ThreadContext context;

	private final Execution execution;

	private ThreadContextExecution(ThreadContext context, Execution execution) {
		this.context = context;
		this.execution = execution;
	}

	// Returns the execution unchanged if the library is absent.
	static Execution of(Execution execution) {
		ThreadContext context = ThreadContext.ifPresent();
		return (context != null) ? new ThreadContextExecution(context, execution) : execution;
	}

	@Override
	public Handling execute(HeldJob job, BooleanSupplier interrupted) {
		ContextSnapshot before = this.context.capture();
		try {
			return this.execution.execute(job, interrupted);
		}
		finally {
			this.context.restore(before);
		}
	}

}
