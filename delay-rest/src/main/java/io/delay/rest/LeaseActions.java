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
