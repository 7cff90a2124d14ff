// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.topic;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Lets one thread at a time probe a server that may be unreachable, while other threads
 * continue with the known values, so that only one thread waits if the server does not
 * answer. The thread with the permit gives it back or postpones the next probe. A permit
 * that is never given back expires after a while.
 */
final class ProbePermit {

	/**
	 * The time until the next probe of a server that was unreachable. A probe may take
	 * the full command timeout, at most ten seconds, so this pause is a few times as
	 * long.
	 */
	private static final long PAUSE = Duration.ofSeconds(30).toNanos();

	private final LongSupplier nanoTime;

	private final AtomicLong next;

	ProbePermit(LongSupplier nanoTime) {
		this.nanoTime = nanoTime;
		this.next = new AtomicLong(nanoTime.getAsLong());
	}

	boolean take() {
		long now = this.nanoTime.getAsLong();
		long present = this.next.get();
		return now - present >= 0 && this.next.compareAndSet(present, now + PAUSE);
	}

	// For a server that has answered, even with an error.
	void giveBack() {
		this.next.set(this.nanoTime.getAsLong());
	}

	// For a server that could not be reached.
	void postpone() {
		this.next.set(this.nanoTime.getAsLong() + PAUSE);
	}

}
