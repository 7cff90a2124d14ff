// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.jdbc;

import java.util.function.Consumer;

import io.delay.annotation.DelayListener;

/**
 * Passes jobs to a workload.
 */
class BenchmarkListener {

	private final Consumer<String> handler;

	BenchmarkListener(Consumer<String> handler) {
		this.handler = handler;
	}

	@DelayListener(topic = "${benchmark.topic}", concurrency = "${benchmark.workers}", ttr = "${benchmark.ttr:60s}")
	void handle(String payload) {
		this.handler.accept(payload);
	}

}
