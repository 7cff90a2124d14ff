// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.delay.job.RateLimit;
import io.delay.listener.JobHandler;
import io.delay.listener.ListenerSettings;
import io.delay.redis.Instance;

/**
 * An application of its own with a rate limit, whose handlers write the id of each job
 * and the time into a file. Killed by {@link KilledRateLimitTests}.
 */
public final class RateLimitedWorker {

	/** So that no child is left behind, whatever becomes of its parent. */
	private static final Duration LONGEST_LIFE = Duration.ofSeconds(60);

	private RateLimitedWorker() {
	}

	public static void main(String[] args) throws IOException, InterruptedException {
		Instance instance = Instance.named("child").on(Integer.parseInt(args[0]), args[1]);
		instance.listen(args[2], settings(RateLimit.of(args[3])), handler(Path.of(args[4])));
		new CountDownLatch(1).await(LONGEST_LIFE.toSeconds(), TimeUnit.SECONDS);
		Runtime.getRuntime().halt(1);
	}

	static ListenerSettings.Builder settings(RateLimit rateLimit) {
		return ListenerSettings.builder().concurrency(8).ttr(Duration.ofSeconds(1)).rateLimit(rateLimit);
	}

	static JobHandler handler(Path file) throws IOException {
		FileChannel starts = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
		return (job, context) -> {
			String line = context.id() + " " + Instant.now() + "\n";
			starts.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
		};
	}

}
