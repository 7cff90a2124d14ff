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
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReservedJob;

/**
 * One reserve: first the jobs whose lease has run out, then the waiting ones, until the
 * limit or the size of a batch is reached.
 */
final class Reservation {

	private final MemoryTopic topic;

	private final ReserveRequest request;

	private final Step step;

	private final List<ReservedJob> delivered = new ArrayList<>();

	private final List<BuriedJob> buried = new ArrayList<>();

	private long deliveredBytes;

	private boolean full;

	Reservation(MemoryTopic topic, ReserveRequest request, Step step) {
		this.topic = topic;
		this.request = request;
		this.step = step;
	}

	ReserveResult make() {
		if (this.topic.isPaused()) {
			return new ReserveResult(List.of(), null, List.of());
		}
		for (MemoryJob job : this.topic.firstRunOut(this.request.limit(), this.step.time())) {
			this.full |= this.deliveredBytes > ReserveRequest.MAX_PAYLOAD_BYTES;
			if (!this.full) {
				redeliver(job);
			}
		}
		int left = this.request.limit() - this.delivered.size();
		ReadyJobs ready = new ReadyJobs(this.topic, left, this.step.time());
		for (int i = 0; i < left && !ready.isEmpty() && deliver(ready.peek(), ready.peek().time()); i++) {
			ready.remove();
		}
		return new ReserveResult(this.delivered, nextEvent(), this.buried);
	}

	private void redeliver(MemoryJob job) {
		MemoryJob failed = job.ttrRanOut(this.step.time());
		if (failed.place() instanceof Place.Failed) {
			this.topic.put(failed);
			this.buried.add(failed.asBuried());
		}
		else {
			deliver(failed, job.time());
		}
	}

	private boolean deliver(MemoryJob job, Instant visibleSince) {
		long bytes = this.deliveredBytes + job.record().payload().length;
		this.full |= !this.delivered.isEmpty() && bytes > ReserveRequest.MAX_PAYLOAD_BYTES;
		if (!this.full) {
			MemoryJob reserved = job.reserved(this.request, visibleSince, this.step.time());
			this.step.put(this.topic, reserved);
			this.delivered.add(reserved.handedOver());
			this.deliveredBytes = bytes;
		}
		return !this.full;
	}

	private @Nullable Duration nextEvent() {
		if (this.full || this.delivered.size() == this.request.limit()) {
			return Duration.ZERO;
		}
		Instant next = this.topic.nextEvent();
		return (next != null) ? this.step.time().until(next) : null;
	}

}
