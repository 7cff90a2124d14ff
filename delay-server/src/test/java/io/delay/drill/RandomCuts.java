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

package io.delay.drill;

import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

import io.delay.drill.TcpProxy.Fault;

/**
 * Cuts connections at random: before or after a part of a request or an answer.
 */
final class RandomCuts implements TcpProxy.Rule {

	private static final double PROBABILITY = 0.03;

	private static final List<Fault> FAULTS = List.of(Fault.CLOSE_BEFORE, Fault.CLOSE_AFTER, Fault.RESET_BEFORE,
			Fault.RESET_AFTER);

	private final Random random;

	private final AtomicInteger count = new AtomicInteger();

	RandomCuts(long seed) {
		this.random = new Random(seed);
	}

	int count() {
		return this.count.get();
	}

	@Override
	public Fault faultFor(boolean isAnswer, String text) {
		if (this.random.nextDouble() >= PROBABILITY) {
			return Fault.NONE;
		}
		this.count.incrementAndGet();
		return FAULTS.get(this.random.nextInt(FAULTS.size()));
	}

}
