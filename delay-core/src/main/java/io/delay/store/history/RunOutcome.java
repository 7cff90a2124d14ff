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

package io.delay.store.history;

/**
 * How a job ended.
 *
 * @since 0.1.0
 */
public enum RunOutcome {

	/**
	 * The job was acknowledged. Its handler may have submitted it again in the same step.
	 */
	DONE,

	/**
	 * The job has failed permanently, its failure handler has succeeded, and the job was
	 * deleted.
	 */
	FAILURE_HANDLED,

	/**
	 * The job was cancelled.
	 */
	CANCELLED,

	/**
	 * The job has expired before a handler completed it.
	 */
	EXPIRED

}
