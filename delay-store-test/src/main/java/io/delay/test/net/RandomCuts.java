// SPDX-License-Identifier: Apache-2.0

package io.delay.test.net;

import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

import io.delay.test.net.TcpProxy.Fault;

/**
 * Cuts connections at random: before or after a part of a request or an answer.
 *
 * @since 0.1.0
 */
public final class RandomCuts implements TcpProxy.Rule {

	private static final List<Fault> FAULTS = List.of(Fault.CLOSE_BEFORE, Fault.CLOSE_AFTER, Fault.RESET_BEFORE,
			Fault.RESET_AFTER);

	private final Random random;

	private final double probability;

	private final AtomicInteger count = new AtomicInteger();

	/**
	 * Create a rule.
	 * @param probability the probability of a cut for each piece of data
	 */
	public RandomCuts(long seed, double probability) {
		this.random = new Random(seed);
		this.probability = probability;
	}

	/**
	 * Return the number of cuts so far.
	 * @return the number
	 */
	public int count() {
		return this.count.get();
	}

	@Override
	public Fault faultFor(boolean isAnswer, String text) {
		if (this.random.nextDouble() >= this.probability) {
			return Fault.NONE;
		}
		this.count.incrementAndGet();
		return FAULTS.get(this.random.nextInt(FAULTS.size()));
	}

}
