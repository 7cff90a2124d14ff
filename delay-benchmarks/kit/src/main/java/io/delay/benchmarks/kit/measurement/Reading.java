// SPDX-License-Identifier: Apache-2.0

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
