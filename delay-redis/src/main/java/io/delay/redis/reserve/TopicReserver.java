// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.reserve;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.data.redis.RedisConnectionFailureException;

import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicKeys;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.script.ScriptRunner;
import io.delay.redis.wakeup.RedisWakeUps;
import io.delay.redis.wakeup.WakeUp;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.WakeUpListener;
import io.delay.store.WakeUpSubscription;

/**
 * Reserves jobs of one topic: polls the partitions that may have jobs, one after the
 * other, until one of them returns jobs. A call therefore returns the jobs of one
 * partition, no job is delayed by another partition, and each partition has its turn. A
 * partition that cannot be reached does not block the others. Jobs that may have been
 * reserved by a call whose reply was lost are handed back before the partition is polled
 * again.
 */
final class TopicReserver {

	private static final Log logger = LogFactory.getLog(TopicReserver.class);

	private final ReserveCommand reserve;

	private final PartitionSchedule schedule = new PartitionSchedule();

	private final PollerRotation rotation;

	/**
	 * The partitions that have a waiting job that must be isolated, according to their
	 * last answers.
	 */
	private final Set<Integer> isolatedLeft = new ConcurrentSkipListSet<>();

	/**
	 * Whether the partitions in {@link #isolatedLeft} came first in the last call.
	 * Toggled without a lock, because a lost update only repeats the order of one call.
	 */
	private volatile boolean isolatedFirst;

	private final Map<Integer, LostTokens> lostTokens = new ConcurrentHashMap<>();

	TopicReserver(ReserveCommand reserve, ScriptRunner runner, TopicKeys topic) {
		this.reserve = reserve;
		this.rotation = new PollerRotation(runner, topic, this.schedule);
	}

	PollerRotation rotation() {
		return this.rotation;
	}

	ReserveResult reserve(TopicPartitions topic, ReserveRequest request) {
		long startedAt = System.nanoTime();
		List<PartitionKeys> due = due(topic, request).stream().map(topic.all()::get).toList();
		List<Duration> nextEvents = new ArrayList<>();
		DataAccessException failure = null;
		for (int i = 0; i < due.size(); i++) {
			PartitionKeys partition = due.get(i);
			try {
				ReserveResult result = reserve(partition, request);
				if (!result.jobs().isEmpty() || !result.buried().isEmpty()) {
					boolean more = i < due.size() - 1;
					return new ReserveResult(result.jobs(),
							more ? Duration.ZERO : next(result.nextEvent(), nextEvents, startedAt, topic, due.size()),
							result.buried(), !this.isolatedLeft.isEmpty());
				}
				if (result.nextEvent() != null) {
					nextEvents.add(result.nextEvent());
				}
			}
			catch (DataAccessException ex) {
				failure = failed(partition, ex, failure);
			}
		}
		if (failure != null && this.schedule.isFailing()) {
			throw failure;
		}
		return new ReserveResult(List.of(), next(null, nextEvents, startedAt, topic, due.size()), List.of(),
				!this.isolatedLeft.isEmpty());
	}

	// The schedule does not include jobs that a partition has left out because they must
	// be isolated. The partitions with such jobs are therefore added. They come first in
	// every second call. If they always came first, they could block the other
	// partitions. If they never came first, a partition that always has jobs would block
	// them.
	private List<Integer> due(TopicPartitions topic, ReserveRequest request) {
		List<Integer> due = this.schedule.due(topic.count(), request.lookAhead().lead());
		this.isolatedLeft.removeIf((partition) -> partition >= topic.count());
		if (!request.mode().isIsolatedTaken() || this.isolatedLeft.isEmpty()) {
			return due;
		}
		this.isolatedFirst = !this.isolatedFirst;
		Set<Integer> all = new LinkedHashSet<>(this.isolatedFirst ? this.isolatedLeft : due);
		all.addAll(this.isolatedFirst ? due : this.isolatedLeft);
		return List.copyOf(all);
	}

	private ReserveResult reserve(PartitionKeys partition, ReserveRequest request) {
		lostTokens(partition).handBack(request.token(), (tokens) -> this.reserve.handBack(partition, tokens));
		boolean failing = this.schedule.isFailingForLong(partition.number());
		long turn = this.schedule.beginPoll(partition.number());
		this.isolatedLeft.remove(partition.number());
		long sentAt = System.nanoTime();
		try {
			ReserveResult result = staggered(partition, this.reserve.execute(partition, request));
			this.rotation.connected();
			if (result.isolatedLeft()) {
				this.isolatedLeft.add(partition.number());
			}
			this.schedule.answered(partition.number(), turn,
					minus(result.nextEvent(), Duration.ofNanos((System.nanoTime() - sentAt) / 2)));
			if (failing) {
				logger.info("Partition " + partition.number() + " of topic '" + partition.topic() + "' answers again");
			}
			return result;
		}
		catch (RuntimeException | Error ex) {
			if (mayHaveReserved(ex)) {
				lostTokens(partition).add(request.token());
			}
			if (!(ex instanceof DataAccessException)) {
				// Poll again, because the call has cleared earlier wake-ups
				this.schedule.wakeUp(partition.number(), Duration.ZERO);
			}
			throw ex;
		}
		finally {
			this.schedule.endPoll(partition.number());
		}
	}

	// Otherwise each reserve that failed in an outage of Redis would leave a token.
	private static boolean mayHaveReserved(Throwable failure) {
		return !(failure instanceof RedisConnectionFailureException
				|| failure instanceof TransientDataAccessResourceException);
	}

	private ReserveResult staggered(PartitionKeys partition, ReserveCommand.Answer answer) {
		ReserveResult result = answer.result();
		Duration nextEvent = result.nextEvent();
		if (nextEvent == null || nextEvent.isZero()) {
			return result;
		}
		Duration stagger = this.rotation.stagger(partition.number(), answer.eventTime());
		return stagger.isZero() ? result
				: new ReserveResult(result.jobs(), nextEvent.plus(stagger), result.buried(), result.isolatedLeft());
	}

	private DataAccessException failed(PartitionKeys partition, DataAccessException failure,
			@Nullable DataAccessException earlier) {
		if (this.schedule.failed(partition.number()) && !this.schedule.isFailing()) {
			logger.warn("Partition " + partition.number() + " of topic '" + partition.topic()
					+ "' cannot be polled; trying again while the other partitions continue: " + failure.getMessage());
		}
		return (earlier != null) ? earlier : failure;
	}

	// The times in the replies of this call need no correction. The times in the schedule
	// count from now, but the caller counts from the middle of the call, so half of its
	// duration is added. A partition that was not polled may need a safety check before
	// the next safety check of the caller.
	private @Nullable Duration next(@Nullable Duration nextEvent, List<Duration> others, long startedAt,
			TopicPartitions topic, int polled) {
		Duration next = nextEvent;
		for (Duration other : others) {
			next = earlier(next, other);
		}
		Duration known = (topic.count() > 1) ? this.schedule.next() : null;
		if (known != null && !known.isZero()) {
			known = known.plusNanos((System.nanoTime() - startedAt) / 2);
		}
		next = earlier(next, known);
		return (polled < topic.count()) ? earlier(next, this.schedule.nextSafetyCheck()) : next;
	}

	private static @Nullable Duration earlier(@Nullable Duration first, @Nullable Duration second) {
		if (first == null || second == null) {
			return (first != null) ? first : second;
		}
		return (second.compareTo(first) < 0) ? second : first;
	}

	private static @Nullable Duration minus(@Nullable Duration nextEvent, Duration transit) {
		return (nextEvent == null || nextEvent.compareTo(transit) < 0) ? nextEvent : nextEvent.minus(transit);
	}

	// A call that fails for some of the partitions is repeated for each of them before it
	// is polled again. A call that fails for all of them is not
	int handBack(TopicPartitions topic, String token) {
		int count = 0;
		List<PartitionKeys> failed = new ArrayList<>();
		for (PartitionKeys partition : topic.all()) {
			try {
				count += this.reserve.handBack(partition, List.of(token));
				lostTokens(partition).remove(token);
			}
			catch (DataAccessException ex) {
				failed.add(partition);
				if (failed.size() == topic.count()) {
					throw ex;
				}
			}
		}
		failed.forEach((partition) -> lostTokens(partition).add(token));
		return count;
	}

	private LostTokens lostTokens(PartitionKeys partition) {
		return this.lostTokens.computeIfAbsent(partition.number(), (number) -> new LostTokens());
	}

	WakeUpSubscription subscribe(RedisWakeUps wakeUps, String topic, WakeUpListener listener) {
		this.schedule.subscribed();
		WakeUpSubscription subscription;
		try {
			subscription = wakeUps.subscribe(topic, (wakeUp) -> wakeUp(wakeUp, listener));
		}
		catch (RuntimeException ex) {
			this.schedule.unsubscribed();
			throw ex;
		}
		AtomicBoolean open = new AtomicBoolean(true);
		return () -> {
			subscription.close();
			if (open.getAndSet(false)) {
				this.schedule.unsubscribed();
			}
		};
	}

	// Called on a thread of the driver. Delayed according to the position of this poller,
	// so that instances do not poll at the same time
	private void wakeUp(WakeUp wakeUp, WakeUpListener listener) {
		Duration delay = Duration.ZERO;
		if (wakeUp.partition() != WakeUp.ANY_PARTITION) {
			delay = wakeUp.delay().plus(this.rotation.stagger(wakeUp.partition(), wakeUp.time()));
		}
		this.schedule.wakeUp(wakeUp.partition(), delay);
		listener.wakeUpIn(delay);
	}

}
