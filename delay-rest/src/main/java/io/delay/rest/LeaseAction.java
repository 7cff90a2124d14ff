// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import io.delay.store.Lease;
import io.delay.store.Settlement;
import io.delay.store.Touch;

/**
 * An action of a consumer on a lease.
 */
sealed interface LeaseAction {

	Lease lease();

	/**
	 * Ends the lease.
	 */
	record Settle(Settlement settlement) implements LeaseAction {

		@Override
		public Lease lease() {
			return this.settlement.lease();
		}

	}

	/**
	 * Extends the lease.
	 */
	record Extend(Touch touch) implements LeaseAction {

		@Override
		public Lease lease() {
			return this.touch.lease();
		}

	}

}
