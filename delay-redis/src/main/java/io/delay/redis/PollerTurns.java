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

import java.nio.charset.StandardCharsets;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Lets the pollers of a topic, one in each application instance, look at an event one
 * after the other in place of all at once: for each event it is another one's turn, the
 * next ones look a few milliseconds later, in case the first is busy or gone. Who takes
 * part is noted in Redis once a minute and when somebody comes or goes, and each has its
 * place by its name.
 * <p>
 * The thread that reserves writes what is noted; the driver's thread writes the place,
 * and both read it. An old place costs a few milliseconds or a look in vain, no more.
 */
final class PollerTurns {

	private static final long JOIN_INTERVAL = Duration.ofMinutes(1).toNanos();

	/** Many may come at the same time. */
	private static final long SHORTEST_JOIN_INTERVAL = Duration.ofSeconds(1).toNanos();

	/** How long a poller counts that is not seen again. */
	static final Duration EXPIRY = Duration.ofMinutes(3);

	private static final Duration LONGEST_STEP = Duration.ofMillis(4);

	/** How late the last of many is. */
	private static final Duration LONGEST = Duration.ofMillis(50);

	private final ScriptRunner runner;

	private volatile Place place = new Place(0, 1);

	private volatile @Nullable Member member;

	private volatile boolean changed;

	private long joinedAt;

	PollerTurns(ScriptRunner runner) {
		this.runner = runner;
	}

	/**
	 * Take part, if that is not noted already.
	 * @param first the first partition of the topic
	 * @param token a token of the poller
	 */
	void join(PartitionKeys first, String token) {
		Member present = this.member;
		long interval = this.changed ? SHORTEST_JOIN_INTERVAL : JOIN_INTERVAL;
		if (present == null || System.nanoTime() - this.joinedAt > interval) {
			this.changed = false;
			Member joining = (present != null) ? present : new Member(first, bytes(poller(token)));
			boolean sent = this.runner.post(RedisScript.JOIN, joining.first().pollers(),
					new byte[][] { joining.first().channel(), joining.name(), bytes(Long.toString(EXPIRY.toMillis())) },
					(reply) -> this.place = new Place((Long) reply.get(0), (Long) reply.get(1)));
			if (sent) {
				this.member = joining;
				this.joinedAt = System.nanoTime();
			}
		}
	}

	// Somebody has come or gone: look at the next occasion.
	void changed() {
		this.changed = true;
	}

	/**
	 * Take part no more.
	 */
	void leave() {
		Member present = this.member;
		this.member = null;
		this.place = new Place(0, 1);
		if (present != null) {
			this.runner.post(RedisScript.LEAVE, present.first().pollers(),
					new byte[][] { present.first().channel(), present.name() }, (reply) -> {
					});
		}
	}

	/**
	 * How long after an event it is this poller's turn to look.
	 * @param partition the number of the partition
	 * @param time the time of the event in ms, by the store's clock
	 * @return zero for the one that is to look first
	 */
	Duration handicap(int partition, long time) {
		return this.place.handicap(partition, time);
	}

	// What is in front of the sequence number, see LeaseTokens
	private static String poller(String token) {
		int colon = token.lastIndexOf(':');
		return (colon > 0) ? token.substring(0, colon) : token;
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * What is noted of this poller.
	 *
	 * @param first the partition where
	 * @param name its name
	 */
	private record Member(PartitionKeys first, byte[] name) {

	}

	/**
	 * A place among the pollers.
	 *
	 * @param number which one, from 0
	 * @param count how many there are
	 */
	record Place(long number, long count) {

		/** Spreads times that follow each other over the places. */
		private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

		Duration handicap(int partition, long time) {
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
