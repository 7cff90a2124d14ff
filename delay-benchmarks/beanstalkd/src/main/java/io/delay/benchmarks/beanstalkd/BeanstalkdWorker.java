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
