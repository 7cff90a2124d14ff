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

	// Called with settlements whose results the store has returned.
	void settled(List<PendingSettlement> settlements, List<SettleResult> results);

	// Called with jobs that a reserve has buried instead of returning them.
	void buriedByReserve(List<BuriedJob> jobs);

	static SettlementObserver both(SettlementObserver first, SettlementObserver second) {
		return new SettlementObserver() {

			@Override
			public void settled(List<PendingSettlement> settlements, List<SettleResult> results) {
				first.settled(settlements, results);
				second.settled(settlements, results);
			}

			@Override
			public void buriedByReserve(List<BuriedJob> jobs) {
				first.buriedByReserve(jobs);
				second.buriedByReserve(jobs);
			}

		};
	}

}
