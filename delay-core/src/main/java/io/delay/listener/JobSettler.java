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

package io.delay.listener;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.delay.store.JobStore;
import io.delay.store.SettleResult;

/**
 * Sends settlements to the store on a thread of its own, so that workers are free at
 * once: without delay while nothing is under way, otherwise in the batch formed
 * meanwhile. While the store is away a settlement is repeated until its lease has ended.
 */
final class JobSettler {

	private static final Log logger = LogFactory.getLog(JobSettler.class);

	private static final int CAPACITY = 10_000;

	private static final int MAX_BATCH = 500;

	private final JobStore store;

	private final SettlementQueue queue = new SettlementQueue(CAPACITY);

	private final StoreOutage outage;

	private final Thread thread;

	JobSettler(DelayListenerEndpoint endpoint, JobStore store) {
		this.store = store;
		this.outage = new StoreOutage("settle jobs of topic '" + endpoint.topic() + "'", RetryPause.ofSettlements());
		this.thread = new Thread(this::run, "delay-settler-" + endpoint.id());
		this.thread.setDaemon(true);
	}

	void start() {
		this.thread.start();
	}

	/**
	 * Hand over a settlement. Waits while too many others do.
	 * @param settlement the settlement
	 */
	void settle(PendingSettlement settlement) {
		if (!this.queue.add(settlement)) {
			drop(settlement, "the container has stopped");
		}
	}

	/**
	 * Wait until everything handed over was sent.
	 * @param timeout how long at most
	 * @return how many settlements are left
	 * @throws InterruptedException if the thread is interrupted
	 */
	int flush(Duration timeout) throws InterruptedException {
		return this.queue.awaitEmpty(timeout);
	}

	/**
	 * Send nothing any more.
	 */
	void close() {
		this.queue.close();
	}

	private void run() {
		List<PendingSettlement> batch = new ArrayList<>();
		while (this.queue.fill(batch, MAX_BATCH)) {
			try {
				report(batch, this.store.settle(batch.stream().map(PendingSettlement::settlement).toList()));
				batch.clear();
				this.outage.over();
			}
			catch (Throwable ex) {
				batch.replaceAll(PendingSettlement::repeat);
				dropEnded(batch);
				this.queue.pause(this.outage.failed(ex));
			}
		}
	}

	private static void report(List<PendingSettlement> batch, List<SettleResult> results) {
		for (int i = 0; i < batch.size(); i++) {
			PendingSettlement settlement = batch.get(i);
			if (results.get(i) == SettleResult.DONE) {
				logger.debug(settlement);
			}
			else if (settlement.repeated()) {
				logger.debug("Unknown whether it was carried out before its lease was lost: " + settlement);
			}
			else {
				logger.warn("Lease lost, nothing was changed: " + settlement);
			}
		}
	}

	private static void dropEnded(List<PendingSettlement> batch) {
		batch.removeIf((settlement) -> {
			boolean ended = settlement.lease().hasEnded();
			if (ended) {
				drop(settlement, "its lease has ended while the store was away");
			}
			return ended;
		});
	}

	private static void drop(PendingSettlement settlement, String why) {
		logger
			.warn("Given up, " + why + ", so the job will be delivered again unless the store took it: " + settlement);
	}

}
