// SPDX-License-Identifier: Apache-2.0

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
