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

import io.delay.listener.JobHandler;
import io.delay.listener.ListenerSettings;
import io.delay.redis.Instance;

/**
 * An application of its own whose jobs resubmit themselves with the next number, until
 * they have reached the last one. Each run is one line of a file. Killed by
 * {@link KilledResubmitTests}.
 */
public final class ResubmittingWorker {

	static final int LAST = 20;

	/** So that no child is left behind, whatever becomes of its parent. */
	private static final Duration LONGEST_LIFE = Duration.ofSeconds(60);

	private ResubmittingWorker() {
	}

	public static void main(String[] args) throws IOException, InterruptedException {
		Instance instance = Instance.named("child").on(Integer.parseInt(args[0]), args[1]);
		instance.listen(args[2], ListenerSettings.builder().concurrency(8).ttr(Duration.parse(args[3])),
				handler(Path.of(args[4])));
		new CountDownLatch(1).await(LONGEST_LIFE.toSeconds(), TimeUnit.SECONDS);
		Runtime.getRuntime().halt(1);
	}

	static JobHandler handler(Path file) throws IOException {
		FileChannel runs = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
		return (job, context) -> {
			int number = Integer.parseInt(new String(job.record().payload(), StandardCharsets.UTF_8));
			String line = context.id() + " " + number + "\n";
			runs.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
			if (number < LAST) {
				context.resubmit(Integer.toString(number + 1), Duration.ofMillis(number % 3));
			}
		};
	}

}
