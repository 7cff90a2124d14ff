// SPDX-License-Identifier: Apache-2.0

package io.delay.drill;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Returns one target after the other, as a load balancer without health checks does.
 */
final class RoundRobin implements Supplier<Target> {

	private final List<Target> targets;

	private final AtomicInteger next = new AtomicInteger();

	RoundRobin(List<Target> targets) {
		this.targets = new CopyOnWriteArrayList<>(targets);
	}

	/**
	 * Replace a target, because its server has a new address.
	 */
	void replace(int index, Target target) {
		this.targets.set(index, target);
	}

	@Override
	public Target get() {
		return this.targets.get(Math.floorMod(this.next.getAndIncrement(), this.targets.size()));
	}

}
