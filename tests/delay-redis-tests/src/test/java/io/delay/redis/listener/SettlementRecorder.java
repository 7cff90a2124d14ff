// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.listener;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.delay.store.JobStore;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.test.store.ForwardingJobStore;

/**
 * Notes what the store answered to each settlement.
 */
final class SettlementRecorder {

	private final List<SettleResult> results = new CopyOnWriteArrayList<>();

	/**
	 * What the store answered, in order.
	 */
	List<SettleResult> results() {
		return this.results;
	}

	JobStore around(JobStore store) {
		return new ForwardingJobStore(store) {

			@Override
			public List<SettleResult> settle(List<Settlement> settlements) {
				List<SettleResult> answers = super.settle(settlements);
				SettlementRecorder.this.results.addAll(answers);
				return answers;
			}

		};
	}

}
