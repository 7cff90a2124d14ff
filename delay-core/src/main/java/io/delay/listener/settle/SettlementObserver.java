// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.settle;

import java.util.List;

import io.delay.listener.lease.PendingSettlement;
import io.delay.store.BuriedJob;
import io.delay.store.SettleResult;

/**
 * Receives the results of deliveries. Implementations must not block or throw, so that
 * they cannot affect jobs.
 */
public interface SettlementObserver {

	void settled(PendingSettlement settlement, SettleResult result);

	// Called with jobs that a reserve has buried instead of returning them.
	void buriedByReserve(List<BuriedJob> jobs);

	static SettlementObserver both(SettlementObserver first, SettlementObserver second) {
		return new SettlementObserver() {

			@Override
			public void settled(PendingSettlement settlement, SettleResult result) {
				first.settled(settlement, result);
				second.settled(settlement, result);
			}

			@Override
			public void buriedByReserve(List<BuriedJob> jobs) {
				first.buriedByReserve(jobs);
				second.buriedByReserve(jobs);
			}

		};
	}

}
