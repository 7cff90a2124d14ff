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

package io.delay.store.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.store.BuriedJob;
import io.delay.store.Redelivery;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReservedJob;

/**
 * One reserve. It first takes jobs whose lease has expired, then waiting jobs, until the
 * limit or the maximum batch size is reached.
 */
final class Reservation {

	private final MemoryTopic topic;

	private final ReserveRequest request;

	private final StoreTransaction transaction;

	private final List<ReservedJob> delivered = new ArrayList<>();

	private final List<BuriedJob> buried = new ArrayList<>();

	private long deliveredBytes;

	private boolean full;

	private boolean isolatedTaken;

	private boolean isolatedLeft;

	Reservation(MemoryTopic topic, ReserveRequest request, StoreTransaction transaction) {
		this.topic = topic;
		this.request = request;
		this.transaction = transaction;
	}

	ReserveResult make() {
		if (this.topic.isPaused()) {
			return new ReserveResult(List.of(), null, List.of());
		}
		redeliverRunOut();
		int left = this.request.limit() - this.delivered.size();
		ReadyJobs ready = new ReadyJobs(this.topic, left, this.transaction.time());
		for (int i = 0; i < left && !ready.isEmpty() && deliver(ready.peek()); i++) {
			ready.remove();
		}
		return new ReserveResult(this.delivered, nextEvent(), this.buried, this.isolatedLeft);
	}

	// Skipped jobs do not count towards the limit; otherwise they would block the jobs
	// behind them.
	private void redeliverRunOut() {
		int seen = 0;
		for (MemoryJob job : this.topic.runOut(this.transaction.time())) {
			this.full |= this.deliveredBytes > ReserveRequest.MAX_PAYLOAD_BYTES;
			if (this.full || seen == this.request.limit()) {
				return;
			}
			seen += redeliver(job) ? 1 : 0;
		}
	}

	/**
	 * Deliver a job whose lease has expired, or bury it.
	 * @param job the job
	 * @return {@code false} if the job was skipped, so that another call can take it
	 */
	private boolean redeliver(MemoryJob job) {
		MemoryJob failed = job.ttrRanOut(this.transaction.time());
		if (failed.stage() instanceof JobStage.Failed) {
			this.topic.put(failed);
			this.buried.add(failed.asBuried());
			return true;
		}
		boolean isolated = failed.isIsolated(job.terms().maxAttempts());
		if (isolated && !mayIsolate()) {
			this.isolatedLeft = true;
			return false;
		}
		this.isolatedTaken |= deliver(failed, job.time(), isolated ? Redelivery.ISOLATED : redelivery(failed))
				&& isolated;
		return true;
	}

	private boolean mayIsolate() {
		return this.request.mode().isIsolatedTaken() && !(this.request.mode().isStartsReported() && this.isolatedTaken);
	}

	private static Redelivery redelivery(MemoryJob job) {
		return (job.setbacks().stalls() > 0) ? Redelivery.REPEATED : Redelivery.NONE;
	}

	private boolean deliver(MemoryJob waiting) {
		return deliver(waiting, waiting.time(), redelivery(waiting));
	}

	private boolean deliver(MemoryJob job, Instant visibleSince, Redelivery redelivery) {
		long bytes = this.deliveredBytes + job.record().payload().length;
		this.full |= !this.delivered.isEmpty() && bytes > ReserveRequest.MAX_PAYLOAD_BYTES;
		if (!this.full) {
			MemoryJob reserved = job.reserved(this.request, visibleSince, redelivery, this.transaction.time());
			this.transaction.put(this.topic, reserved);
			this.delivered.add(reserved.handedOver());
			this.deliveredBytes = bytes;
		}
		return !this.full;
	}

	private @Nullable Duration nextEvent() {
		if (this.full || this.delivered.size() == this.request.limit()) {
			return Duration.ZERO;
		}
		Instant next = this.isolatedLeft ? this.topic.nextEventAfter(this.transaction.time()) : this.topic.nextEvent();
		return (next != null) ? this.transaction.time().until(next) : null;
	}

}
