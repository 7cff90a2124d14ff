// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import io.delay.listener.ListenerSettings;
import io.delay.redis.Instance;
import io.delay.redis.listener.AsyncHandler;

/**
 * An application of its own whose handlers return asynchronous results. It writes a line
 * of a file for each job: when its result is complete, or, if no result ever is, when its
 * handler begins. Killed by {@link KilledAsyncTests}.
 */
public final class AsyncWorker {

	static final int CONCURRENCY = 64;

	/** So that no child is left behind, whatever becomes of its parent. */
	private static final Duration LONGEST_LIFE = Duration.ofSeconds(60);

	private AsyncWorker() {
	}

	public static void main(String[] args) throws IOException, InterruptedException {
		FileChannel file = FileChannel.open(Path.of(args[4]), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
		boolean completes = args[5].equals("complete");
		ScheduledExecutorService completing = Executors.newSingleThreadScheduledExecutor();
		Instance.named("child")
			.on(Integer.parseInt(args[0]), args[1])
			.listen(args[2], settings(Duration.parse(args[3])), (AsyncHandler) (job, context) -> {
				CompletableFuture<Void> result = new CompletableFuture<>();
				if (completes) {
					completing.schedule(() -> {
						write(file, context.id());
						result.complete(null);
					}, ThreadLocalRandom.current().nextInt(20), TimeUnit.MILLISECONDS);
				}
				else {
					write(file, context.id());
				}
				return result;
			});
		new CountDownLatch(1).await(LONGEST_LIFE.toSeconds(), TimeUnit.SECONDS);
		Runtime.getRuntime().halt(1);
	}

	static ListenerSettings.Builder settings(Duration ttr) {
		return ListenerSettings.builder().concurrency(CONCURRENCY).ttr(ttr).maxAttempts(5);
	}

	private static void write(FileChannel file, String id) {
		try {
			file.write(ByteBuffer.wrap((id + "\n").getBytes(StandardCharsets.UTF_8)));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
