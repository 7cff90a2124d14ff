// SPDX-License-Identifier: Apache-2.0

package io.delay.template;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.SplittableRandom;

import org.springframework.util.Assert;

/**
 * Generates ids that sort by the time of their generation, see
 * {@link JobIdGenerator#timeOrdered(InstantSource)}.
 */
final class TimeOrderedIdGenerator implements JobIdGenerator {

	// In ASCII order, so that ids sort like the numbers that they encode.
	private static final char[] DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".toCharArray();

	private static final int HALF = 7;

	// The number of values that seven digits can represent.
	private static final long RANGE = 62L * 62 * 62 * 62 * 62 * 62 * 62;

	private final InstantSource clock;

	private final SplittableRandom random = new SplittableRandom(new SecureRandom().nextLong());

	private long millisecond = -1;

	private long tail;

	TimeOrderedIdGenerator(InstantSource clock) {
		Assert.notNull(clock, "'clock' must not be null");
		this.clock = clock;
	}

	@Override
	public synchronized String generate() {
		long now = this.clock.millis();
		if (now > this.millisecond) {
			this.millisecond = now;
			this.tail = this.random.nextLong(RANGE);
		}
		else if (++this.tail == RANGE) {
			this.millisecond++;
			this.tail = 0;
		}
		char[] id = new char[2 * HALF];
		write(this.millisecond, id, 0);
		write(this.tail, id, HALF);
		return new String(id);
	}

	private static void write(long number, char[] id, int from) {
		long rest = number;
		for (int i = from + HALF - 1; i >= from; i--) {
			id[i] = DIGITS[(int) (rest % DIGITS.length)];
			rest /= DIGITS.length;
		}
	}

}
