// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.redis;

import java.util.function.Predicate;

import io.delay.benchmarks.kit.StoreAddress;

/**
 * Reads the figures that Redis reports about itself.
 */
public final class RedisProbe implements AutoCloseable {

	private final RedisSocket socket;

	public RedisProbe(StoreAddress store) {
		this.socket = new RedisSocket(store);
	}

	// The CPU time of its threads, without that of child processes that save.
	public double cpuSeconds() {
		return sum("cpu", (name) -> name.equals("used_cpu_user") || name.equals("used_cpu_sys"));
	}

	public double usedMemory() {
		return sum("memory", (name) -> name.equals("used_memory"));
	}

	public long sortedSetSize(String key) {
		return Long.parseLong(this.socket.call("ZCARD " + key));
	}

	private double sum(String section, Predicate<String> names) {
		return this.socket.call("INFO " + section)
			.lines()
			.map((line) -> line.split(":", 2))
			.filter((field) -> names.test(field[0]))
			.mapToDouble((field) -> Double.parseDouble(field[1]))
			.sum();
	}

	@Override
	public void close() {
		this.socket.close();
	}

}
