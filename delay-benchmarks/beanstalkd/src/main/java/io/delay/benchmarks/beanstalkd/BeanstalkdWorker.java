// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.beanstalkd;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Handles one job at a time until its connection is closed.
 */
final class BeanstalkdWorker implements Runnable {

	private final BeanstalkdClient client;

	private final Consumer<String> handler;

	BeanstalkdWorker(BeanstalkdClient client, Consumer<String> handler) {
		this.client = client;
		this.handler = handler;
	}

	@Override
	public void run() {
		try {
			ReservedJob job = this.client.reserve();
			while (true) {
				this.handler.accept(new String(job.body(), StandardCharsets.UTF_8));
				job = this.client.deleteAndReserve(job.id());
			}
		}
		catch (UncheckedIOException ex) {
			if (!this.client.isClosed()) {
				throw ex;
			}
		}
	}

}
