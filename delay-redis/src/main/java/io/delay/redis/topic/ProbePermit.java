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

package io.delay.redis.topic;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Lets one thread at a time look at a server that may be away, while the others go on
 * with what they know: if it keeps silent, only that one waits. Whoever has the turn
 * gives it back or puts it off; from one that never does it is taken after a while.
 */
final class ProbePermit {

	/**
	 * Until the next look at a server that was away. Whoever looks may wait a whole
	 * command timeout, at most ten seconds, so this is a few times as long; and an
	 * emptied Redis is found out hardly later than it would be anyway.
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

	// The server has answered, whatever it was.
	void giveBack() {
		this.next.set(this.nanoTime.getAsLong());
	}

	// The server was away.
	void putOff() {
		this.next.set(this.nanoTime.getAsLong() + PAUSE);
	}

}
