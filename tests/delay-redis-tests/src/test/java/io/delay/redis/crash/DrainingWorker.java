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
 * An application instance in a JVM of its own, whose handlers do little but write the id
 * of each job into a file, which has it even if the instance is killed right after that.
 */
public final class DrainingWorker {

	/** So short that settlements go out in batches, and longer than these take. */
	private static final Duration WORK = Duration.ofMillis(2);

	/** So that no child is left behind, whatever becomes of its parent. */
	private static final Duration LONGEST_LIFE = Duration.ofSeconds(60);

	private DrainingWorker() {
	}

	public static void main(String[] args) throws IOException, InterruptedException {
		FileChannel handled = FileChannel.open(Path.of(args[5]), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
		Instance instance = Instance.named("child").on(Integer.parseInt(args[0]), args[1]);
		instance.listen(args[2],
				ListenerSettings.builder().concurrency(Integer.parseInt(args[3])).ttr(Duration.parse(args[4])),
				(job, context) -> {
					LockSupport.parkNanos(WORK.toNanos());
					handled.write(ByteBuffer.wrap((context.id() + "\n").getBytes(StandardCharsets.UTF_8)));
				});
		new CountDownLatch(1).await(LONGEST_LIFE.toSeconds(), TimeUnit.SECONDS);
		Runtime.getRuntime().halt(1);
	}

}
