// SPDX-License-Identifier: Apache-2.0

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

	private static final Duration MAX_WAIT = Duration.ofSeconds(60);

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
		if (!this.ready.await(MAX_WAIT.toSeconds(), TimeUnit.SECONDS)) {
			throw new IllegalStateException("An instance did not start within " + MAX_WAIT);
		}
	}

	// Returns how long the stop took.
	Duration stop() throws InterruptedException {
		long start = System.nanoTime();
		if (!this.jvm.terminate(MAX_WAIT)) {
			throw new IllegalStateException("An instance did not end within " + MAX_WAIT);
		}
		return Duration.ofNanos(System.nanoTime() - start);
	}

	@Override
	public void close() {
		this.jvm.close();
	}

}
