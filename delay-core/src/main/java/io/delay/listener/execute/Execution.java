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

import io.delay.listener.lease.HandlingResult;
import io.delay.listener.lease.HeldJob;

/**
 * Handles a job and determines how the job is settled.
 */
public interface Execution {

	/**
	 * Run the handler. Exceptions of the handler are not propagated.
	 * @param job the job
	 * @param interrupted marks the handler as finished and returns whether the container
	 * interrupted it before that; must be called once, as soon as the handler has
	 * finished
	 * @return the settlement that the handler decided on; if it made no decision, a
	 * hand-back if the container interrupted it, an ack if it returned, or a failure if
	 * it threw an exception
	 */
	HandlingResult execute(HeldJob job, BooleanSupplier interrupted);

}
