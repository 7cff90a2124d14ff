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
import io.delay.listener.lease.HeldJob;

/**
 * Handles a job and determines how the job is settled.
 */
public interface Execution {

	/**
	 * Run the handler. Exceptions of the handler are not propagated. The lease of the job
	 * is held until the handling has ended.
	 * @param interrupted marks the handler as returned and returns whether the container
	 * interrupted it before that; must be called once, on this thread, as soon as the
	 * handler has returned
	 * @return the handling, with the settlement that the handler decided on; if it made
	 * no decision, a hand-back if the container interrupted it, an ack if it returned, or
	 * a failure if it threw an exception
	 */
	Handling execute(HeldJob job, BooleanSupplier interrupted);

}
