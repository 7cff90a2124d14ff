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

package io.delay.job;

/**
 * The state of a job. A job that was acknowledged, cancelled or purged no longer exists
 * and has no state.
 *
 * @since 0.1.0
 */
public enum JobState {

	/**
	 * The job waits for its due time.
	 */
	DELAYED,

	/**
	 * The job is due and waits for a worker.
	 */
	READY,

	/**
	 * A worker holds a lease on the job. A job whose lease has expired stays in this
	 * state until it is delivered again; until then it can still be settled with that
	 * lease.
	 */
	RESERVED,

	/**
	 * The job is buried with a reason, so that a person can decide what to do with it.
	 */
	FAILED

}
