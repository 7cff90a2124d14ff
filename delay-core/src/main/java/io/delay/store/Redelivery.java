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
 * Whether leases of a job ran out before a delivery although no worker reported that it
 * was alive: because the worker crashed, was frozen or was cut off.
 *
 * @since 0.1.0
 */
public enum Redelivery {

	/**
	 * No lease did since the job was submitted or kicked, its handler threw, or it was
	 * released.
	 */
	NONE,

	/**
	 * A lease did, so the handler may have begun in a delivery that did not count as an
	 * attempt.
	 */
	REPEATED,

	/**
	 * Leases did two times in a row, or once before the last attempt: the job may be what
	 * ends its workers. A process handles at most one such job at a time.
	 */
	ISOLATED

}
