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
 * Lets the pollers of a topic, one in each application instance, look at an event one
 * after the other in place of all at once: for each event it is another one's turn, the
 * next ones look a few milliseconds later, in case the first is busy or gone. Who takes
 * part is noted in Redis now and then, and when somebody comes or goes, and each has its
 * position by its name.
 * <p>
 * The thread that reserves and the one that announces write what is noted, under a lock
 * under which no thread waits for Redis. The driver's threads write the position, and
 * have everybody noted again; they never wait for the lock, because whoever holds it does
 * that for them. An old position costs a few milliseconds or an unnecessary look, no
 * more.
 */
final class PollerRotation {

	/** For those who are not announced, which notes it, too. */
	private static final long JOIN_INTERVAL = Duration.ofMinutes(2).toNanos();

	/** Many may come at the same time. */
	private static final long SHORTEST_JOIN_INTERVAL = Duration.ofSeconds(1).toNanos();

	private static final Duration LONGEST_STEP = Duration.ofMillis(4);

	/** How late the last of many is. */
	private static final Duration LONGEST = Duration.ofMillis(50);

	private static final byte[] NOTHING = {};

	private static final byte[] EXPIRY = bytes(Long.toString(JobStore.CONSUMER_EXPIRY.toMillis()));

	private static final byte[] MAX_CONSUMERS = bytes(Integer.toString(JobStoreInspector.MAX_CONSUMERS));

	private final ScriptRunner runner;

	private final TopicKeys topic;

	/** By the id of the consumer, which is the name of its poller. */
	private final Map<String, Member> announced = new HashMap<>();

	private volatile Position position = Position.ALONE;

	/** Whose turn it can be. */
	private volatile @Nullable Member member;

	private volatile boolean changed;

	private volatile long joinedAt;

	private final ReentrantLock lock = new ReentrantLock();

	/** Whether everybody is to be noted again. */
	private volatile boolean again;

	PollerRotation(ScriptRunner runner, TopicKeys topic) {
		this.runner = runner;
		this.topic = topic;
	}

	/**
	 * Take part, if that is not noted already.
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
	 * Let a consumer be seen.
	 * @param consumer what it says of itself
	 */
	void announce(ConsumerRegistration consumer) {
		Member announcing = new Member(consumer.id(), JobConsumerCodec.format(consumer));
		locked(() -> {
			this.announced.put(announcing.name(), announcing);
			send(announcing);
		});
	}

	/**
	 * Have everybody noted again who was noted so far, because Redis may have come back
	 * empty. Does not wait for other threads.
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

	// A thread that finds the lock held leaves its task behind in 'again'.
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

	private void send(Member joining) {
		Member before = this.member;
		boolean own = before == null || isMember(joining.name());
		if (own) {
			// The answer may be here before the call returns
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

	// Somebody has come or gone, or it is not known who is there: look at the next
	// occasion.
	void changed() {
		this.changed = true;
	}

	/**
	 * Take part no more.
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
	 * Let a consumer be seen no more.
	 * @param id its id
	 */
	void withdraw(String id) {
		locked(() -> {
			Member withdrawn = this.announced.remove(id);
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
	 * How long after an event it is this poller's turn to look.
	 * @param partition the number of the partition
	 * @param time the time of the event in ms, by the store's clock
	 * @return zero for the one that is to look first
	 */
	Duration stagger(int partition, long time) {
		return this.position.stagger(partition, time);
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * What is noted of this poller.
	 *
	 * @param name its name
	 * @param text what it says of itself, empty if nothing is known
	 */
	private record Member(String name, byte[] text) {

	}

	/**
	 * A position among the pollers.
	 *
	 * @param number which one, from 0
	 * @param count how many there are
	 */
	record Position(long number, long count) {

		static final Position ALONE = new Position(0, 1);

		/** Spreads times that follow each other over the positions. */
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
