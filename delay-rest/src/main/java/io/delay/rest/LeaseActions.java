// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;

import io.delay.store.JobStore;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.Touch;

/**
 * Carries out actions on leases with as few calls to the store as possible.
 */
final class LeaseActions {

	private final JobStore store;

	LeaseActions(JobStore store) {
		this.store = store;
	}

	/**
	 * Carry out actions. Leases are extended first, so that none expires while others are
	 * settled.
	 * @return one result per action, in the same order
	 */
	List<SettleResult> carryOut(List<LeaseAction> actions) {
		List<Touch> touches = actions.stream()
			.filter(LeaseAction.Extend.class::isInstance)
			.map((action) -> ((LeaseAction.Extend) action).touch())
			.toList();
		List<Settlement> settlements = actions.stream()
			.filter(LeaseAction.Settle.class::isInstance)
			.map((action) -> ((LeaseAction.Settle) action).settlement())
			.toList();
		Iterator<SettleResult> touched = touches.isEmpty() ? Collections.emptyIterator()
				: this.store.touch(touches).iterator();
		Iterator<SettleResult> settled = settlements.isEmpty() ? Collections.emptyIterator()
				: this.store.settle(settlements).iterator();
		return actions.stream()
			.map((action) -> (action instanceof LeaseAction.Extend) ? touched.next() : settled.next())
			.toList();
	}

}
