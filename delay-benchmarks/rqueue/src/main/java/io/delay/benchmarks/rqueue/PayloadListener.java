// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.rqueue;

import java.util.function.Consumer;

import com.github.sonus21.rqueue.annotation.RqueueListener;

/**
 * Passes each payload to the handler of the workload.
 */
class PayloadListener {

	private final Consumer<String> handler;

	PayloadListener(Consumer<String> handler) {
		this.handler = handler;
	}

	@RqueueListener(value = "${benchmark.queues}", concurrency = "${benchmark.workers}-${benchmark.workers}",
			batchSize = "${benchmark.workers}", visibilityTimeout = "${benchmark.visibility-timeout}")
	void handle(String payload) {
		this.handler.accept(payload);
	}

}
