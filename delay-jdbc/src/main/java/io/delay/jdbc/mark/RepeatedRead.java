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
 * A read that is repeated after a pause. The pause is 50 times as long as the read took,
 * but at least a second and at most a minute. It at most doubles with each read, because
 * a read can also be slow by chance. During a read, no other thread repeats it, unless it
 * takes longer than a minute.
 *
 * @param since the {@link System#nanoTime()} at which it ended, or began if it is running
 * @param pause how long after its end it is repeated, in nanoseconds
 * @param running whether it has not ended
 */
record RepeatedRead(long since, long pause, boolean running) {

	/** The shortest pause in nanoseconds. */
	static final long SHORTEST_PAUSE = Duration.ofSeconds(1).toNanos();

	private static final long LONGEST_PAUSE = Duration.ofMinutes(1).toNanos();

	/** After this time, another thread than the usual one repeats the read. */
	private static final long OVERDUE = 2 * LONGEST_PAUSE;

	private static final int PAUSE_FACTOR = 50;

	/**
	 * Begin the first read.
	 * @param nanos the present time
	 * @return the read
	 */
	static RepeatedRead first(long nanos) {
		return new RepeatedRead(nanos, SHORTEST_PAUSE, true);
	}

	boolean isSlow() {
		return this.pause > SHORTEST_PAUSE;
	}

	boolean isDue(long nanos) {
		return nanos - this.since > (this.running ? LONGEST_PAUSE : this.pause);
	}

	boolean isOverdue(long nanos) {
		return nanos - this.since > OVERDUE;
	}

	RepeatedRead begun(long nanos) {
		return new RepeatedRead(nanos, this.pause, true);
	}

	RepeatedRead ended(long nanos, Duration duration) {
		long wanted = Math.min(Math.max(duration.toNanos() * PAUSE_FACTOR, SHORTEST_PAUSE), LONGEST_PAUSE);
		return new RepeatedRead(nanos, Math.min(wanted, 2 * this.pause), false);
	}

}
