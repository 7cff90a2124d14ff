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

package io.delay.listener.dispatch;

import java.util.HashSet;
import java.util.Set;

import io.delay.store.Lease;

/**
 * The hints of the store since the last reserve was sent. They can arrive before the
 * reply to that reserve. Callers must hold the lock of the dispatcher.
 */
final class EarlyHints {

	/** Filled by the thread that receives hints; emptied by the poller. */
	private final Set<Lease> voided = new HashSet<>();

	/** Set by the thread that receives hints; reset by the poller. */
	private boolean recalled;

	void clear() {
		this.voided.clear();
		this.recalled = false;
	}

	void leaseVoided(Lease lease) {
		this.voided.add(lease);
	}

	void recalled() {
		this.recalled = true;
	}

	/**
	 * Whether a delivery that arrives now must not be held until its job is due.
	 * @param delivery the delivery
	 * @return {@code true} if its lease has become void, or if jobs that are not yet due
	 * were recalled and this is one
	 */
	boolean forbid(JobDelivery delivery) {
		return isVoid(delivery) || (this.recalled && (delivery.isAhead() || delivery.isRevocable()));
	}

	boolean isVoid(JobDelivery delivery) {
		return this.voided.contains(delivery.lease());
	}

}
