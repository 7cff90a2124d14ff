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

package io.delay.listener;

/**
 * The number of jobs that a container holds at one moment.
 *
 * @param busyWorkers the number of jobs, or of batches of jobs, that are being handled
 * @param heldJobs the number of reserved jobs: those being handled, those waiting for a
 * worker, and those that are not yet due
 * @param overdueHandlers the number of handlers that are still running, or whose
 * transactions have not ended, although the lease of their job has ended, so that the job
 * is delivered again
 * @since 0.1.0
 */
public record ContainerLoad(int busyWorkers, int heldJobs, int overdueHandlers) {

	/**
	 * The load of a container that holds no job.
	 */
	public static final ContainerLoad NONE = new ContainerLoad(0, 0, 0);

}
