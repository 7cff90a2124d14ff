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

import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.FailureHandler;
import io.delay.listener.JobHandler;
import io.delay.listener.ListenerSettings;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.listener.container.DelayListenerContainerOptions;
import io.delay.redis.Instance;
import io.delay.store.JobStore;

/**
 * An application of its own all of whose jobs fail, and whose failure handler writes a
 * line of a file for each. Killed by {@link KilledFailureHandlerTests}.
 */
public final class FailureHandlingWorker {

	/** Longer than a kill takes, so that handlers are killed at work. */
	private static final Duration WORK = Duration.ofMillis(5);

	/** So that no child is left behind, whatever becomes of its parent. */
	private static final Duration LONGEST_LIFE = Duration.ofSeconds(60);

	private FailureHandlingWorker() {
	}

	public static void main(String[] args) throws IOException, InterruptedException {
		Instance instance = Instance.named("child").on(Integer.parseInt(args[0]), args[1]);
		container(instance.store(), args[2], Duration.parse(args[3]), Path.of(args[4])).start();
		new CountDownLatch(1).await(LONGEST_LIFE.toSeconds(), TimeUnit.SECONDS);
		Runtime.getRuntime().halt(1);
	}

	static DelayListenerContainer container(JobStore store, String topic, Duration ttr, Path file) throws IOException {
		FileChannel handled = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
		JobHandler failing = (job, context) -> {
			throw new IllegalStateException("no stock");
		};
		JobHandler failureHandler = (job, context) -> {
			LockSupport.parkNanos(WORK.toNanos());
			handled.write(ByteBuffer.wrap((context.id() + "\n").getBytes(StandardCharsets.UTF_8)));
		};
		return new DelayListenerContainerFactory(store, DelayListenerContainerOptions.defaults())
			.create(new DelayListenerEndpoint("worker", topic,
					ListenerSettings.builder().concurrency(8).ttr(ttr).maxAttempts(1).build(), failing)
				.withFailureHandler(new FailureHandler(failureHandler, 50, false)));
	}

}
