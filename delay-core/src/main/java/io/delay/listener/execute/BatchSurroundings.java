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

import java.util.function.Supplier;

import io.delay.listener.lease.HandlingResult;
import io.delay.listener.lease.HeldJob;

/**
 * Surrounds a batch on the thread of its worker, for instance with a logging context.
 */
public interface BatchSurroundings {

	/**
	 * Run the call of the handler.
	 * @param topic the topic of the jobs
	 * @param call the call
	 */
	void call(String topic, Runnable call);

	/**
	 * Prepare the end of a job. Must be called during the execution of this job, inside
	 * everything that surrounds the execution.
	 * @param job the job
	 * @return the end, which decides how the job is settled; must be called later on the
	 * same thread
	 */
	JobEnd prepareEnd(HeldJob job);

	/**
	 * The end of one job.
	 */
	@FunctionalInterface
	interface JobEnd {

		/**
		 * Decide how the job is settled.
		 * @param decision decides
		 * @return the result of the decision
		 */
		HandlingResult decide(Supplier<HandlingResult> decision);

	}

}
