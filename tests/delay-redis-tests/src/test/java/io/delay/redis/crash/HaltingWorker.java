// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.delay.listener.ListenerSettings;
import io.delay.redis.Instance;

/**
 * An application instance in a JVM of its own, one of whose jobs ends it. Its handlers
 * write the id and the attempt of each job into a file when they begin.
 */
public final class HaltingWorker {

	static final String CULPRIT = "order-4";

	/** Longer than the culprit takes to end the JVM. */
	private static final Duration WORK = Duration.ofMillis(200);

	/** So that no child is left behind, whatever becomes of its parent. */
	private static final Duration LONGEST_LIFE = Duration.ofSeconds(60);

	private HaltingWorker() {
	}

	public static void main(String[] args) throws IOException, InterruptedException {
		FileChannel begun = FileChannel.open(Path.of(args[5]), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
		long pause = TimeUnit.MILLISECONDS.toNanos(Long.parseLong(args[6]));
		// Loads the classes before the first job, so that a handler writes its line
		// before the listener reports that the handler has started
		write(begun, new StringBuilder());
		Instance instance = Instance.named("child").on(Integer.parseInt(args[0]), args[1]);
		instance.listen(args[2],
				ListenerSettings.builder()
					.concurrency(Integer.parseInt(args[3]))
					.ttr(Duration.parse(args[4]))
					.maxAttempts(3),
				(job, context) -> {
					write(begun, new StringBuilder(context.id()).append(' ').append(context.attempt()).append('\n'));
					if (context.id().equals(CULPRIT)) {
						LockSupport.parkNanos(pause);
						Runtime.getRuntime().halt(1);
					}
					LockSupport.parkNanos(WORK.toNanos());
				});
		new CountDownLatch(1).await(LONGEST_LIFE.toSeconds(), TimeUnit.SECONDS);
		Runtime.getRuntime().halt(1);
	}

	private static void write(FileChannel file, StringBuilder line) throws IOException {
		file.write(ByteBuffer.wrap(line.toString().getBytes(StandardCharsets.UTF_8)));
	}

}
