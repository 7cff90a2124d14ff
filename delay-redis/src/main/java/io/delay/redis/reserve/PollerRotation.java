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

package io.delay.redis.reserve;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import io.delay.redis.partition.TopicKeys;
import io.delay.redis.record.JobConsumerCodec;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;
import io.delay.store.ConsumerRegistration;
import io.delay.store.JobStore;
import io.delay.store.LeaseTokens;
import io.delay.store.admin.JobStoreInspector;

/**
 * Makes the pollers of a topic, one in each application instance, poll one after the
 * other, instead of all at the same time, when an event is due. The first poller changes
 * from event to event; the other pollers poll a few milliseconds later, in case the first
 * one is busy or has stopped. The pollers are registered in Redis at regular intervals,
 * and when a poller is added or removed. The position of a poller is determined by its
 * name.
 * <p>
 * The thread that reserves and the thread that announces change the registrations under a
 * lock. No thread waits for Redis while it holds the lock. The driver's threads write the
 * position and request that all pollers register again. They never wait for the lock: the
 * thread that holds it handles the request after it has released the lock. An outdated
 * position costs only a few milliseconds or an unnecessary poll.
 */
final class PollerRotation {

	/**
	 * The interval after which a poller is registered again. Announcing its consumer
	 * registers it, too.
	 */
	private static final long JOIN_INTERVAL = Duration.ofMinutes(2).toNanos();

	/** Limits the number of calls if many pollers are added at the same time. */
	private static final long SHORTEST_JOIN_INTERVAL = Duration.ofSeconds(1).toNanos();

	private static final Duration LONGEST_STEP = Duration.ofMillis(4);

	/** The maximum delay of a poller. */
	private static final Duration LONGEST = Duration.ofMillis(50);

	private static final byte[] NOTHING = {};

	private static final byte[] EXPIRY = bytes(Long.toString(JobStore.CONSUMER_EXPIRY.toMillis()));

	private static final byte[] MAX_CONSUMERS = bytes(Integer.toString(JobStoreInspector.MAX_CONSUMERS));

	private final ScriptRunner runner;

	private final TopicKeys topic;

	/** The announced consumers by their ids, which are the names of their pollers. */
	private final Map<String, Member> announced = new HashMap<>();

	/**
	 * The announced consumers by their ids whose registration was not sent, because there
	 * was no connection; changed under the lock.
	 */
	private final Map<String, Member> unsent = new ConcurrentHashMap<>();

	private volatile Position position = Position.ALONE;

	/** The poller that takes part in the rotation. */
	private volatile @Nullable Member member;

	private volatile boolean changed;

	private volatile long joinedAt;

	private final ReentrantLock lock = new ReentrantLock();

	/** Whether all pollers must be registered again. */
	private volatile boolean again;

	PollerRotation(ScriptRunner runner, TopicKeys topic) {
		this.runner = runner;
		this.topic = topic;
	}

	/**
	 * Register the poller for the rotation, unless it was registered recently.
	 * @param token a token of the poller
	 */
	void join(String token) {
		long interval = this.changed ? SHORTEST_JOIN_INTERVAL : JOIN_INTERVAL;
		if (this.member == null || System.nanoTime() - this.joinedAt > interval) {
			locked(() -> join(new Member(LeaseTokens.pollerOf(token), NOTHING)));
		}
	}

	private void join(Member unknown) {
		this.changed = false;
		Member present = this.member;
		String name = (present != null) ? present.name() : unknown.name();
		send(this.announced.getOrDefault(name, (present != null) ? present : unknown));
	}

	/**
	 * Register a consumer.
	 * @param consumer the consumer
	 */
	void announce(ConsumerRegistration consumer) {
		Member announcing = new Member(consumer.id(), JobConsumerCodec.format(consumer));
		locked(() -> {
			this.announced.put(announcing.name(), announcing);
			if (send(announcing)) {
				this.unsent.remove(announcing.name());
			}
			else {
				this.unsent.put(announcing.name(), announcing);
			}
		});
	}

	/**
	 * Register the consumers whose registration was not sent, because there is a
	 * connection now.
	 */
	void connected() {
		if (!this.unsent.isEmpty()) {
			locked(() -> this.unsent.values().removeIf(this::send));
		}
	}

	/**
	 * Register again all pollers that were registered so far, because Redis may have lost
	 * its data. Does not wait for other threads.
	 */
	void joinAgain() {
		this.again = true;
		sendAgain();
	}

	private void sendAgain() {
		while (this.again && this.lock.tryLock()) {
			try {
				if (this.again) {
					this.again = false;
					sendAll();
				}
			}
			finally {
				this.lock.unlock();
			}
		}
	}

	// A thread that cannot take the lock sets 'again', so the holder of the lock checks
	// it after releasing the lock.
	private void locked(Runnable task) {
		this.lock.lock();
		try {
			task.run();
		}
		finally {
			this.lock.unlock();
			sendAgain();
		}
	}

	private void sendAll() {
		Member present = this.member;
		if (present != null && !this.announced.containsKey(present.name())) {
			send(present);
		}
		this.announced.values().forEach(this::send);
	}

	private boolean send(Member joining) {
		Member before = this.member;
		boolean own = before == null || isMember(joining.name());
		if (own) {
			// The reply may be received before the call returns
			this.member = joining;
		}
		byte[][] values = { this.topic.channel(), bytes(joining.name()), EXPIRY, joining.text(), MAX_CONSUMERS };
		boolean sent = this.runner.post(RedisScript.JOIN, this.topic.pollersAndConsumers(), values,
				(reply) -> answered(joining.name(), reply));
		if (own && sent) {
			this.joinedAt = System.nanoTime();
		}
		else if (own) {
			this.member = before;
		}
		return sent;
	}

	private void answered(String name, @Nullable ScriptReply reply) {
		if (reply == null) {
			this.changed = true;
		}
		else if (isMember(name)) {
			this.position = new Position(reply.nextLong(), reply.nextLong());
		}
	}

	private boolean isMember(String name) {
		Member present = this.member;
		return present != null && present.name().equals(name);
	}

	// Called when the pollers have changed or may have changed. The next reserve requests
	// the position again, but at most once a second.
	void changed() {
		this.changed = true;
	}

	/**
	 * Stop taking part in the rotation.
	 */
	void leave() {
		locked(() -> {
			Member present = this.member;
			if (present != null) {
				leave(present);
			}
		});
	}

	/**
	 * Deregister a consumer.
	 * @param id the id of the consumer
	 */
	void withdraw(String id) {
		locked(() -> {
			Member withdrawn = this.announced.remove(id);
			this.unsent.remove(id);
			if (withdrawn != null) {
				leave(withdrawn);
			}
		});
	}

	private void leave(Member leaving) {
		if (isMember(leaving.name())) {
			this.member = null;
			this.position = Position.ALONE;
		}
		byte[][] values = { this.topic.channel(), bytes(leaving.name()) };
		this.runner.post(RedisScript.LEAVE, this.topic.pollersAndConsumers(), values, (reply) -> {
		});
	}

	/**
	 * Return how long after an event this poller must poll.
	 * @param partition the number of the partition
	 * @param time the time of the event in ms, by the store's clock
	 * @return the delay, zero for the poller that must poll first
	 */
	Duration stagger(int partition, long time) {
		return this.position.stagger(partition, time);
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * The registration of a poller.
	 *
	 * @param name its name
	 * @param text the text form of its consumer, empty if no consumer was announced
	 */
	private record Member(String name, byte[] text) {

	}

	/**
	 * A position among the pollers.
	 *
	 * @param number the number of the position, from 0
	 * @param count the number of pollers
	 */
	record Position(long number, long count) {

		static final Position ALONE = new Position(0, 1);

		/** Distributes successive times over the positions. */
		private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

		Duration stagger(int partition, long time) {
			if (this.count <= 1) {
				return Duration.ZERO;
			}
			long mixed = (time + partition) * MULTIPLIER;
			mixed = (mixed ^ (mixed >>> 32)) * MULTIPLIER;
			long behind = Math.floorMod(this.number - (mixed >>> 32), this.count);
			return Duration.ofNanos(behind * Math.min(LONGEST_STEP.toNanos(), LONGEST.toNanos() / this.count));
		}

	}

}
