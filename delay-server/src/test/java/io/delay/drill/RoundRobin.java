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
