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
 * Where a job stands in its life. A job that was acknowledged, cancelled or purged is
 * gone and has no state.
 *
 * @since 0.1.0
 */
public enum JobState {

	/**
	 * Waiting for its due time.
	 */
	DELAYED,

	/**
	 * Due, and waiting for a worker.
	 */
	READY,

	/**
	 * Handed to a worker that holds a lease on it. A job whose lease has run out stays in
	 * this state until it is delivered again, and its lease can still be settled until
	 * then.
	 */
	RESERVED,

	/**
	 * Buried with the reason, for a person to decide.
	 */
	FAILED

}
