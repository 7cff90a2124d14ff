// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import io.delay.job.JobState;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.memory.MemoryJobStore;
import io.delay.test.store.ForwardingJobStore;

/**
 * Notes what one container asks of the store, and what it gets.
 */
public class WatchedJobStore extends ForwardingJobStore {

	private final JobStoreInspector inspector;

	private final List<Integer> limits = Collections.synchronizedList(new ArrayList<>());

	private final Set<String> handedOver = ConcurrentHashMap.newKeySet();

	private final AtomicInteger deliveries = new AtomicInteger();

	private final AtomicInteger settles = new AtomicInteger();

	private final AtomicInteger handBacks = new AtomicInteger();

	public WatchedJobStore(MemoryJobStore store) {
		super(store);
		this.inspector = store;
	}

	@Override
	public ReserveResult reserve(ReserveRequest request) {
		this.limits.add(request.limit());
		ReserveResult result = super.reserve(request);
		result.jobs().forEach((job) -> this.handedOver.add(job.lease().id()));
		this.deliveries.addAndGet(result.jobs().size());
		return result;
	}

	@Override
	public List<SettleResult> settle(List<Settlement> settlements) {
		this.settles.incrementAndGet();
		settlements.stream()
			.filter(Settlement.HandBack.class::isInstance)
			.forEach((handBack) -> this.handBacks.incrementAndGet());
		return super.settle(settlements);
	}

	/**
	 * How many jobs each reserve requested.
	 */
	public List<Integer> limits() {
		return List.copyOf(this.limits);
	}

	/**
	 * How many jobs the last reserve requested.
	 */
	public int lastLimit() {
		return this.limits.isEmpty() ? 0 : this.limits.get(this.limits.size() - 1);
	}

	/**
	 * The ids of the jobs that reserves have returned.
	 */
	public Set<String> handedOver() {
		return this.handedOver;
	}

	/**
	 * How many jobs reserves have returned, repeated deliveries included.
	 */
	public int deliveries() {
		return this.deliveries.get();
	}

	public int settles() {
		return this.settles.get();
	}

	/**
	 * How many jobs were handed back.
	 */
	public int handBacks() {
		return this.handBacks.get();
	}

	/**
	 * How many jobs are reserved.
	 */
	public int reserved() {
		return this.inspector.status(ContainerFixture.TOPIC).counts().get(JobState.RESERVED).intValue();
	}

}
