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

package io.delay.redis;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.job.RateLimit;
import io.delay.job.SubmitResult;
import io.delay.store.BuriedJob;
import io.delay.store.JobStore;
import io.delay.store.Lease;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.Touch;
import io.delay.store.WakeUpListener;
import io.delay.store.WakeUpSubscription;
import io.delay.test.store.ForwardingJobStore;

/**
 * The write side of a store all of whose jobs are led into one partition.
 */
final class OnePartitionStore extends ForwardingJobStore {

	private final OnePartitionIds ids;

	OnePartitionStore(JobStore store, OnePartitionIds ids) {
		super(store);
		this.ids = ids;
	}

	@Override
	public List<SubmitResult> submit(List<NewJob> jobs) {
		return super.submit(jobs.stream()
			.map((job) -> new NewJob(job.topic(), this.ids.lead(job.id()), job.dueTime(), job.onConflict(),
					job.record()))
			.toList())
			.stream()
			.map((result) -> new SubmitResult(this.ids.original(result.id()), result.status(), result.dueTime(),
					result.found()))
			.toList();
	}

	@Override
	public ReserveResult reserve(ReserveRequest request) {
		ReserveResult result = super.reserve(limited(request));
		return new ReserveResult(result.jobs().stream().map(this::original).toList(), result.nextEvent(),
				result.buried()
					.stream()
					.map((job) -> new BuriedJob(this.ids.original(job.id()), job.attempts(), job.reason()))
					.toList(),
				result.isolatedLeft());
	}

	// The partition has its share of the rate limit.
	private ReserveRequest limited(ReserveRequest request) {
		RateLimit rateLimit = request.terms().rateLimit();
		if (rateLimit == null) {
			return request;
		}
		RateLimit ofAll = new RateLimit(rateLimit.jobs() * this.ids.partitions(), rateLimit.unit());
		return new ReserveRequest(request.topic(), request.token(), request.limit(), request.terms().limitedTo(ofAll),
				request.mode(), request.lookAhead());
	}

	private ReservedJob original(ReservedJob job) {
		Lease lease = new Lease(job.lease().topic(), this.ids.original(job.lease().id()), job.lease().token());
		return new ReservedJob(lease, job.terms(), job.dueTime(), job.visibleSince(), job.record(), job.startIn(),
				job.revocable());
	}

	@Override
	public List<SettleResult> settle(List<Settlement> settlements) {
		return super.settle(settlements.stream().map(this::led).toList());
	}

	private Settlement led(Settlement settlement) {
		if (settlement instanceof Settlement.HandBack handBack) {
			return new Settlement.HandBack(led(handBack.lease()));
		}
		if (settlement instanceof Settlement.Release release) {
			return new Settlement.Release(led(release.lease()), release.delay());
		}
		if (settlement instanceof Settlement.Resubmit resubmit) {
			return new Settlement.Resubmit(led(resubmit.lease()), resubmit.record(), resubmit.delay(), resubmit.ran());
		}
		if (settlement instanceof Settlement.Fail fail) {
			return new Settlement.Fail(led(fail.lease()), fail.reason(), fail.delay());
		}
		if (settlement instanceof Settlement.FailureHandled handled) {
			return new Settlement.FailureHandled(led(handled.lease()));
		}
		if (settlement instanceof Settlement.Bury bury) {
			return new Settlement.Bury(led(bury.lease()), bury.reason());
		}
		Settlement.Ack ack = (Settlement.Ack) settlement;
		return new Settlement.Ack(led(ack.lease()), ack.ran());
	}

	@Override
	public List<SettleResult> touch(List<Touch> touches) {
		return super.touch(
				touches.stream().map((touch) -> new Touch(led(touch.lease()), touch.ttr(), touch.overdue())).toList());
	}

	private Lease led(Lease lease) {
		return new Lease(lease.topic(), this.ids.lead(lease.id()), lease.token());
	}

	@Override
	public WakeUpSubscription subscribe(String topic, WakeUpListener listener) {
		return super.subscribe(topic, new WakeUpListener() {

			@Override
			public void wakeUpIn(Duration delay) {
				listener.wakeUpIn(delay);
			}

			@Override
			public void leaseVoided(Lease lease) {
				listener.leaseVoided(new Lease(topic, OnePartitionStore.this.ids.original(lease.id()), lease.token()));
			}

			@Override
			public void recalled() {
				listener.recalled();
			}

		});
	}

	@Override
	public Optional<JobState> cancel(String topic, String id) {
		return super.cancel(topic, this.ids.lead(id));
	}

	@Override
	public Optional<JobState> reschedule(String topic, String id, DueTime dueTime) {
		return super.reschedule(topic, this.ids.lead(id), dueTime);
	}

}
