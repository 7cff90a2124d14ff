// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.job.RateLimit;
import io.delay.job.SubmitResult;
import io.delay.store.ConsumerRegistration;
import io.delay.store.JobStore;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.Touch;
import io.delay.store.WakeUpListener;
import io.delay.store.WakeUpSubscription;
import io.delay.test.model.Contents;

/**
 * The write side of several partitions.
 */
final class PartitionedMemoryStore implements JobStore {

	private final MemoryPartitions partitions;

	// Per topic, those that were asked longest ago first
	private final Map<String, List<Integer>> turns = new HashMap<>();

	// Per topic, those that have left out a job when they were asked last
	private final Map<String, Set<Integer>> isolatedLeft = new HashMap<>();

	// Per topic, whether these came first when they were last asked out of turn
	private final Map<String, Boolean> isolatedFirst = new HashMap<>();

	private final Map<String, Optional<Duration>> nextEvents = new TreeMap<>();

	PartitionedMemoryStore(MemoryPartitions partitions) {
		this.partitions = partitions;
	}

	@Override
	public List<SubmitResult> submit(List<NewJob> jobs) {
		return this.partitions.send(jobs, NewJob::id, (partition, some) -> partition.store().submit(some));
	}

	// The first partition that has something has the say, and the others are asked next.
	@Override
	public ReserveResult reserve(ReserveRequest whole) {
		int count = this.partitions.all().size();
		ReserveRequest request = share(whole, count);
		List<Integer> turn = this.turns.computeIfAbsent(request.topic(),
				(topic) -> new ArrayList<>(IntStream.range(0, count).boxed().toList()));
		this.nextEvents.clear();
		Duration next = null;
		Set<Integer> left = this.isolatedLeft.computeIfAbsent(request.topic(), (topic) -> new TreeSet<>());
		int asked = 0;
		for (int number : order(request, turn, left)) {
			asked++;
			turn.remove(Integer.valueOf(number));
			turn.add(number);
			ReserveResult result = this.partitions.all().get(number).store().reserve(request);
			this.nextEvents.put(Contents.partition(request.topic(), number, count),
					Optional.ofNullable(result.nextEvent()));
			next = earlier(next, result.nextEvent());
			left.remove(number);
			if (result.isolatedLeft()) {
				left.add(number);
			}
			if (!result.jobs().isEmpty() || !result.buried().isEmpty()) {
				return new ReserveResult(result.jobs(), (asked < count) ? Duration.ZERO : next, result.buried(),
						!left.isEmpty());
			}
		}
		return new ReserveResult(List.of(), next, List.of(), !left.isEmpty());
	}

	private List<Integer> order(ReserveRequest request, List<Integer> turn, Set<Integer> left) {
		if (!request.mode().isIsolatedTaken() || left.isEmpty()) {
			return List.copyOf(turn);
		}
		boolean first = this.isolatedFirst.merge(request.topic(), true, (last, present) -> !last);
		Set<Integer> order = new LinkedHashSet<>(first ? left : turn);
		order.addAll(first ? turn : left);
		return List.copyOf(order);
	}

	private static @Nullable Duration earlier(@Nullable Duration one, @Nullable Duration other) {
		if (one == null || other == null) {
			return (one != null) ? one : other;
		}
		return (one.compareTo(other) < 0) ? one : other;
	}

	private static ReserveRequest share(ReserveRequest request, int count) {
		ReserveTerms terms = request.terms();
		RateLimit rate = terms.rateLimit();
		if (rate == null) {
			return request;
		}
		return new ReserveRequest(request.topic(), request.token(), request.limit(),
				terms.limitedTo(new RateLimit(rate.jobs() / count, rate.unit())), request.mode(), request.lookAhead());
	}

	// What the partitions have said that the last reserve has asked.
	Map<String, Optional<Duration>> nextEvents() {
		return this.nextEvents;
	}

	@Override
	public List<SettleResult> settle(List<Settlement> settlements) {
		return this.partitions.send(settlements, (settlement) -> settlement.lease().id(),
				(partition, some) -> partition.store().settle(some));
	}

	@Override
	public List<SettleResult> touch(List<Touch> touches) {
		return this.partitions.send(touches, (touch) -> touch.lease().id(),
				(partition, some) -> partition.store().touch(some));
	}

	@Override
	public int handBack(String topic, String token) {
		return this.partitions.all().stream().mapToInt((partition) -> partition.store().handBack(topic, token)).sum();
	}

	@Override
	public Optional<JobState> cancel(String topic, String id) {
		return this.partitions.of(id).store().cancel(topic, id);
	}

	@Override
	public Optional<JobState> reschedule(String topic, String id, DueTime dueTime) {
		return this.partitions.of(id).store().reschedule(topic, id, dueTime);
	}

	@Override
	public WakeUpSubscription subscribe(String topic, WakeUpListener listener) {
		throw new UnsupportedOperationException();
	}

	@Override
	public void announce(ConsumerRegistration consumer) {
		throw new UnsupportedOperationException();
	}

	@Override
	public void withdraw(String topic, String id) {
		throw new UnsupportedOperationException();
	}

}
