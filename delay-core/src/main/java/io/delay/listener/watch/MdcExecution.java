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

import io.delay.listener.execute.Execution;
import io.delay.listener.lease.Handling;
import io.delay.listener.lease.HeldJob;

/**
 * Puts the topic, id and attempt of the job into the logging context of the thread during
 * the execution. Afterwards, the previous values of these keys are restored. Internal to
 * Delay: may change without notice.
 *
 * @since 0.1.0
 * @hidden
 */
public final class MdcExecution implements Execution {

	private final LoggingContext context;

	private final Execution execution;

	private MdcExecution(LoggingContext context, Execution execution) {
		this.context = context;
		this.execution = execution;
	}

	// Returns the execution unchanged if SLF4J's MDC is absent.
	public static Execution of(Execution execution) {
		LoggingContext context = LoggingContext.ifPresent();
		return (context != null) ? new MdcExecution(context, execution) : execution;
	}

	@Override
	public Handling execute(HeldJob job, BooleanSupplier interrupted) {
		return this.context.call(job, () -> this.execution.execute(job, interrupted));
	}

}
