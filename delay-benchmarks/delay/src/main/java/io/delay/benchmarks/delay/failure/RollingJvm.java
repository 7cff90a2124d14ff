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

package io.delay.benchmarks.delay.failure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.delay.benchmarks.kit.ChildJvm;
import io.delay.test.redis.EmbeddedRedis;

/**
 * A JVM with an application that handles jobs, stopped as a deployment does.
 */
final class RollingJvm implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final Consumer<LoadJournal.Call> calls;

	private final CountDownLatch ready = new CountDownLatch(1);

	private final ChildJvm jvm;

	RollingJvm(String classPath, List<String> arguments, EmbeddedRedis redis, Consumer<LoadJournal.Call> calls) {
		this.calls = calls;
		List<String> command = new ArrayList<>(List.of("-Xmx256m", RollingInstance.class.getName(),
				"--spring.data.redis.host=" + redis.host(), "--spring.data.redis.port=" + redis.port()));
		command.addAll(arguments);
		this.jvm = ChildJvm.start(classPath, command, this::read);
	}

	private void read(String line) {
		if (line.equals(RollingInstance.READY)) {
			this.ready.countDown();
			return;
		}
		RollingInstance.read(line).ifPresentOrElse(this.calls, () -> System.out.println("instance: " + line));
	}

	void awaitReady() throws InterruptedException {
		if (!this.ready.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
			throw new IllegalStateException("An instance did not start within " + PATIENCE);
		}
	}

	// Returns how long the stop took.
	Duration stop() throws InterruptedException {
		long start = System.nanoTime();
		if (!this.jvm.terminate(PATIENCE)) {
			throw new IllegalStateException("An instance did not end within " + PATIENCE);
		}
		return Duration.ofNanos(System.nanoTime() - start);
	}

	@Override
	public void close() {
		this.jvm.close();
	}

}
