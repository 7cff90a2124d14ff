// SPDX-License-Identifier: Apache-2.0

package io.delay.store.life;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

import io.delay.job.RateLimit;

/**
 * The permits of the rate limit of a topic, by the generic cell rate algorithm. Each
 * delivery uses a permit, and a permit becomes available per interval of the limit.
 * Unused permits are saved, as many as become available in one second, but at least one.
 * Permits are handed out in batches, so that a high rate needs fewer calls: a batch has
 * as many permits as become available in the time {@link #BATCH}, but at least one. Each
 * caller has its own rate limit, so the limit can differ from call to call.
 */
public final class Permits {

	private static final double SECOND = 1_000_000;

	private static final double BATCH = 10_000;

	// When all permits are available, in microseconds since the epoch.
	private long complete;

	public Permits() {
		this(0);
	}

	public Permits(long complete) {
		this.complete = complete;
	}

	public long complete() {
		return this.complete;
	}

	// If the time at which all permits are available is further away than the rate limit
	// permits, the clock went back or another limit was in force. That time is then
	// brought forward.
	public int available(RateLimit limit, Instant now) {
		this.complete = Math.min(this.complete, micros(now) + (long) Math.floor(saved(limit)));
		double left = saved(limit) - debt(now);
		return (left < batch(limit)) ? 0 : (int) Math.floor(left / interval(limit));
	}

	public void use(RateLimit limit, Instant now, int jobs) {
		if (jobs > 0) {
			this.complete = micros(now) + (long) Math.ceil(debt(now) + jobs * interval(limit));
		}
	}

	public Duration untilNext(RateLimit limit, Instant now) {
		long wait = (long) Math.ceil(debt(now) + batch(limit) - saved(limit));
		return Duration.of(Math.max(0, wait), ChronoUnit.MICROS);
	}

	// The time until all permits are available.
	private long debt(Instant now) {
		return Math.max(0, this.complete - micros(now));
	}

	private static double saved(RateLimit limit) {
		return Math.max(SECOND, interval(limit));
	}

	private static double batch(RateLimit limit) {
		return interval(limit) * Math.max(1, Math.floor(BATCH / interval(limit)));
	}

	private static double interval(RateLimit limit) {
		return limit.interval().toNanos() / 1000.0;
	}

	private static long micros(Instant time) {
		return ChronoUnit.MICROS.between(Instant.EPOCH, time);
	}

}
