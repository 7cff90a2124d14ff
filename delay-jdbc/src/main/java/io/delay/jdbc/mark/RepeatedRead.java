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

package io.delay.jdbc.mark;

import java.time.Duration;

/**
 * A read that is repeated after a pause of 50 times as long as it took, but at least a
 * second and at most a minute. The pause at most doubles with each read, because a read
 * can also be slow by chance. While it takes place, no other thread repeats it, unless it
 * takes longer than a minute.
 *
 * @param since the {@link System#nanoTime()} at which it began
 * @param pause how long after that it is repeated, in nanoseconds
 * @param running whether it has not ended
 */
record RepeatedRead(long since, long pause, boolean running) {

	/** The shortest pause in nanoseconds. */
	static final long SHORTEST_PAUSE = Duration.ofSeconds(1).toNanos();

	private static final long LONGEST_PAUSE = Duration.ofMinutes(1).toNanos();

	private static final int PAUSE_FACTOR = 50;

	/**
	 * Begin the first read.
	 * @param nanos the present time
	 * @return the read
	 */
	static RepeatedRead first(long nanos) {
		return new RepeatedRead(nanos, SHORTEST_PAUSE, true);
	}

	boolean isDue(long nanos) {
		return nanos - this.since > (this.running ? LONGEST_PAUSE : this.pause);
	}

	RepeatedRead begun(long nanos) {
		return new RepeatedRead(nanos, this.pause, true);
	}

	RepeatedRead endedAfter(Duration duration) {
		long wanted = Math.max(duration.toNanos() * PAUSE_FACTOR, SHORTEST_PAUSE);
		return new RepeatedRead(this.since, Math.min(Math.min(wanted, 2 * this.pause), LONGEST_PAUSE), false);
	}

}
