// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.outage;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import io.delay.redis.net.TcpProxy;

/**
 * Measures how long the machine or Redis stood still, by a {@code PING} every few
 * milliseconds on a connection of its own that nothing breaks. A test that relies on a
 * short command timeout can tell a defect from a machine that was too busy.
 */
final class StallWatch implements AutoCloseable {

	private static final byte[] PING = "PING\r\n".getBytes(StandardCharsets.US_ASCII);

	private static final byte[] PONG = "+PONG\r\n".getBytes(StandardCharsets.US_ASCII);

	private static final Duration INTERVAL = Duration.ofMillis(10);

	private final Socket socket;

	/** Written by the thread of the watch alone. */
	private final AtomicLong longestNanos = new AtomicLong();

	private volatile long pingedAt = System.nanoTime();

	StallWatch(int port) throws IOException {
		this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
		this.socket.setTcpNoDelay(true);
		TcpProxy.daemon("stall-watch", this::run);
	}

	/**
	 * The longest time between two pings, the one that is under way included.
	 */
	Duration longest() {
		return Duration.ofNanos(Math.max(this.longestNanos.get(), System.nanoTime() - this.pingedAt));
	}

	@Override
	public void close() {
		TcpProxy.closeQuietly(this.socket);
	}

	private void run() {
		try (InputStream replies = this.socket.getInputStream()) {
			while (true) {
				this.socket.getOutputStream().write(PING);
				if (replies.readNBytes(PONG.length).length < PONG.length) {
					return;
				}
				LockSupport.parkNanos(INTERVAL.toNanos());
				long now = System.nanoTime();
				this.longestNanos.accumulateAndGet(now - this.pingedAt, Math::max);
				this.pingedAt = now;
			}
		}
		catch (IOException ex) {
			// closed
		}
	}

}
