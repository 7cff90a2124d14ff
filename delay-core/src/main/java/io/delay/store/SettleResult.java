// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

/**
 * The result of a settlement or a touch.
 *
 * @since 0.1.0
 */
public enum SettleResult {

	/**
	 * The settlement or the touch was carried out.
	 */
	DONE,

	/**
	 * Nothing was changed because the lease is no longer valid: the job was settled,
	 * delivered again, replaced or cancelled.
	 */
	LEASE_LOST,

	/**
	 * The result is unknown, because the part of the store that holds the job was
	 * unreachable while other parts were reachable, or because a transaction has locked
	 * the job. It is safe to repeat the call.
	 */
	UNREACHABLE

}
