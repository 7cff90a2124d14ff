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

package io.delay.store;

/**
 * Whether leases of a job expired before this delivery without a report that the worker
 * was running. A worker sends no report if it crashed, was frozen or lost its connection
 * to the store.
 *
 * @since 0.1.0
 */
public enum Redelivery {

	/**
	 * No lease has expired since the job was submitted, kicked or released, or since its
	 * handler last threw an exception.
	 */
	NONE,

	/**
	 * A lease has expired, so the handler may have started in a delivery that did not
	 * count as an attempt.
	 */
	REPEATED,

	/**
	 * Leases expired twice in a row, or once before the last attempt, so the job may be
	 * crashing its workers. A process handles at most one such job at a time.
	 */
	ISOLATED

}
