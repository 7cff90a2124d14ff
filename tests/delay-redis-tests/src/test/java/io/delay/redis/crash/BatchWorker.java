// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.delay.listener.BatchJobHandler;
import io.delay.listener.JobContext;
import io.delay.listener.ListenerSettings;
import io.delay.redis.Instance;

/**
 * An application of its own that handles batches and writes the id and the attempt of
 * each job into a file, which has them even if the application is killed right after
 * that. Killed by {@link KilledBatchTests}.
 */
public final class BatchWorker {

	static final int CONCURRENCY = 4;

	static final int BATCH = 25;

	/** A batch with this job ends the JVM. */
	static final String CULPRIT = "order-00003";

	/**
	 * Longer than an acknowledgement takes, so that a job that is acknowledged before it
	 * is handled would be lost.
	 */
	private static final Duration WORK = Duration.ofMillis(20);

	/** So that no child is left behind, whatever becomes of its parent. */
	private static final Duration LONGEST_LIFE = Duration.ofSeconds(60);

	private BatchWorker() {
	}

	public static void main(String[] args) throws IOException, InterruptedException {
		FileChannel file = FileChannel.open(Path.of(args[4]), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
		CountDownLatch end = new CountDownLatch(1);
		BatchJobHandler handler = switch (args[5]) {
			case "drain" -> (jobs, contexts) -> {
				LockSupport.parkNanos(WORK.toNanos());
				write(file, contexts);
			};
			case "block" -> (jobs, contexts) -> {
				write(file, contexts);
				end.await();
			};
			default -> (jobs, contexts) -> {
				write(file, contexts);
				if (contexts.stream().anyMatch((context) -> context.id().equals(CULPRIT))) {
					Runtime.getRuntime().halt(1);
				}
			};
		};
		// Loads the classes before the first job, so that a handler writes its lines
		// before the listener reports that the handler has started
		write(file, List.of());
		Instance instance = Instance.named("child").on(Integer.parseInt(args[0]), args[1]);
		instance.listen(args[2], settings().ttr(Duration.parse(args[3])), handler);
		end.await(LONGEST_LIFE.toSeconds(), TimeUnit.SECONDS);
		Runtime.getRuntime().halt(1);
	}

	static ListenerSettings.Builder settings() {
		return ListenerSettings.builder().concurrency(CONCURRENCY).batch(BATCH).maxAttempts(3);
	}

	private static void write(FileChannel file, List<JobContext> contexts) throws IOException {
		StringBuilder lines = new StringBuilder();
		for (JobContext context : contexts) {
			lines.append(context.id()).append(' ').append(context.attempt()).append('\n');
		}
		file.write(ByteBuffer.wrap(lines.toString().getBytes(StandardCharsets.UTF_8)));
	}

}
