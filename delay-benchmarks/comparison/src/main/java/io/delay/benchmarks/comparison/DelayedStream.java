// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.comparison;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * One direction of a connection: passes bytes on after a delay, in their order and
 * without a limit of their rate.
 */
final class DelayedStream {

	private static final int SIZE = 64 * 1024;

	private final Socket from;

	private final Socket to;

	private final long delayNanos;

	/** Filled by the thread that reads, emptied by the one that writes. */
	private final BlockingQueue<Chunk> inProgress = new LinkedBlockingQueue<>();

	DelayedStream(Socket from, Socket to, Duration delay) {
		this.from = from;
		this.to = to;
		this.delayNanos = delay.toNanos();
	}

	void start() {
		startDaemon("read", this::read);
		startDaemon("write", this::write);
	}

	private void read() throws IOException {
		byte[] bytes = new byte[SIZE];
		int length = 0;
		while (length >= 0) {
			length = this.from.getInputStream().read(bytes);
			this.inProgress.add(new Chunk(Arrays.copyOf(bytes, Math.max(0, length)), System.nanoTime(), length < 0));
		}
	}

	private void write() throws IOException, InterruptedException {
		Chunk chunk = this.inProgress.take();
		while (!chunk.isEnd()) {
			long arrivesAt = chunk.sentAt() + this.delayNanos;
			for (long wait = arrivesAt - System.nanoTime(); wait > 0; wait = arrivesAt - System.nanoTime()) {
				LockSupport.parkNanos(wait);
			}
			this.to.getOutputStream().write(chunk.bytes());
			chunk = this.inProgress.take();
		}
		this.to.close();
	}

	/**
	 * Start a thread that ends silently if its connection is closed.
	 * @param name the name of the thread
	 * @param task what the thread does
	 */
	static void startDaemon(String name, Task task) {
		Thread thread = new Thread(() -> {
			try {
				task.run();
			}
			catch (IOException | InterruptedException ex) {
				// The connection is closed
			}
		}, "network-" + name);
		thread.setDaemon(true);
		thread.start();
	}

	/**
	 * A task that uses a connection.
	 */
	@FunctionalInterface
	interface Task {

		void run() throws IOException, InterruptedException;

	}

	/**
	 * Bytes on their way.
	 *
	 * @param sentAt when they were sent, as a {@link System#nanoTime()}
	 * @param isEnd whether the connection was closed instead
	 */
	private record Chunk(byte[] bytes, long sentAt, boolean isEnd) {

	}

}
