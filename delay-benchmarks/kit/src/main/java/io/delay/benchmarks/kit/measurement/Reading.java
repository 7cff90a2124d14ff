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

package io.delay.benchmarks.kit.measurement;

import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The resources that were used until a moment.
 *
 * @param nanoTime the moment
 * @param storeCpuSeconds the CPU time of the store, NaN if it is unknown
 * @param clientCpuNanos the CPU time of this JVM
 * @param allocatedBytes the memory that each thread of this JVM has allocated
 */
public record Reading(long nanoTime, double storeCpuSeconds, long clientCpuNanos, Map<Long, Long> allocatedBytes) {

	private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

	public Usage since(Reading start) {
		return new Usage((this.nanoTime - start.nanoTime) / NANOS_PER_SECOND,
				this.storeCpuSeconds - start.storeCpuSeconds,
				(this.clientCpuNanos - start.clientCpuNanos) / NANOS_PER_SECOND, allocatedSince(start));
	}

	private long allocatedSince(Reading start) {
		return this.allocatedBytes.entrySet()
			.stream()
			.mapToLong((thread) -> thread.getValue() - start.allocatedBytes.getOrDefault(thread.getKey(), 0L))
			.sum();
	}

}
