// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.delay.jdbc.session.DatabaseClock;
import io.delay.jdbc.session.Session;
import io.delay.jdbc.table.ClockTable;
import io.delay.store.life.StoreTime;

/**
 * The time of the store. If the clock of the database is set back by up to a minute,
 * ready jobs stay ready. For this purpose the latest time is stored and read once a
 * second, because all instances must use the same time then. Differences of less than
 * half a second are ignored, because concurrent transactions may read the clock in a
 * different order from that of their calls.
 */
final class StoreClock {

	static final Duration INTERVAL = Duration.ofSeconds(1);

	private static final Duration TOLERANCE = Duration.ofMillis(500);

	/** By how much the clock of this machine may be set while it is running. */
	private static final long ADJUSTMENT_MILLIS = 100;

	/** In a thousand units of time, two clocks differ by less than one. */
	private static final int DRIFT = 1000;

	private final DatabaseClock clock;

	private final ClockTable table;

	private final InstantSource machine;

	private Instant latest = Instant.EPOCH;

	/** The last time that was read, and the value of System.nanoTime() then. */
	private Instant read = Instant.EPOCH;

	private long readAt;

	// The clock of the machine, which does not stop while the machine is suspended
	private long readAtMillis;

	/** How long the last read took. */
	private Duration lag = Duration.ZERO;

	private boolean isSynchronized;

	StoreClock(DatabaseClock clock, ClockTable table, InstantSource machine) {
		this.clock = clock;
		this.table = table;
		this.machine = machine;
	}

	StoreTime read(Session session) {
		long beginning = System.nanoTime();
		return timeAt(this.clock.read(session), beginning);
	}

	Estimate estimate(Session session) {
		Estimate estimate = this.clock.isOfServer() ? estimate() : null;
		// Not while others wait for the monitor
		return (estimate != null) ? estimate : new Estimate(read(session), Duration.ZERO);
	}

	private synchronized @Nullable Estimate estimate() {
		long elapsed = System.nanoTime() - this.readAt;
		return (this.isSynchronized && !wasSuspended(elapsed))
				? new Estimate(marked(this.read.plusNanos(elapsed)), this.lag.plusNanos(elapsed / DRIFT)) : null;
	}

	private boolean wasSuspended(long elapsed) {
		long millis = this.machine.millis() - this.readAtMillis;
		return millis - TimeUnit.NANOSECONDS.toMillis(elapsed) > ADJUSTMENT_MILLIS;
	}

	private synchronized StoreTime timeAt(Instant now, long beginning) {
		this.read = now;
		this.readAt = System.nanoTime();
		this.readAtMillis = this.machine.millis();
		this.lag = Duration.ofNanos(this.readAt - beginning);
		Instant moment = now.truncatedTo(ChronoUnit.MILLIS);
		Duration behind = Duration.between(moment, this.latest);
		if (behind.compareTo(StoreTime.REACH) > 0 || behind.isNegative()) {
			this.latest = moment;
		}
		return marked(now);
	}

	private StoreTime marked(Instant now) {
		Instant moment = now.truncatedTo(ChronoUnit.MILLIS);
		return new StoreTime(now,
				(Duration.between(moment, this.latest).compareTo(TOLERANCE) > 0) ? this.latest : moment);
	}

	synchronized boolean isSynchronized() {
		return this.isSynchronized;
	}

	// Reads the stored time, and writes it if it is too old. Must be called in a
	// transaction of its own. If another transaction is writing it, the next
	// synchronization does so
	boolean synchronize(Session session) {
		Instant stored = this.table.read(session);
		StoreTime time = read(session);
		Instant now = time.exact();
		Duration tolerated = time.isBehind() ? Duration.ZERO : INTERVAL;
		if (Duration.between(stored, time.mark()).compareTo(tolerated) > 0
				|| Duration.between(now, stored).compareTo(StoreTime.REACH) > 0) {
			this.table.write(session, time.mark(), now.plus(StoreTime.REACH));
			stored = time.mark();
		}
		synchronizedWith(stored, now);
		return true;
	}

	private synchronized void synchronizedWith(Instant stored, Instant now) {
		this.isSynchronized = true;
		if (stored.isAfter(this.latest)) {
			this.latest = stored;
		}
		else if (Duration.between(now, this.latest).compareTo(StoreTime.REACH) > 0) {
			this.latest = now;
		}
	}

	record Estimate(StoreTime time, Duration lag) {

	}

}
