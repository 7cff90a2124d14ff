// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Predicate;

/**
 * One direction of a connection through a {@link TcpProxy}. Reading goes on while nothing
 * may pass, so that a sender who is gone is noticed.
 */
final class ProxiedStream {

	private static final byte[] GOODBYE = {};

	private final ProxiedLink link;

	private final Socket source;

	private final Socket sink;

	private final Predicate<byte[]> filter;

	private final BlockingQueue<Chunk> inProgress = new LinkedBlockingQueue<>();

	private volatile Thread writer;

	/** What is under way never arrives then. */
	private volatile boolean reset;

	ProxiedStream(ProxiedLink link, Socket source, Socket sink, Predicate<byte[]> filter) {
		this.link = link;
		this.source = source;
		this.sink = sink;
		this.filter = filter;
	}

	void start(String name, Passage passage) {
		this.writer = TcpProxy.daemon(name + "-out", () -> write(passage));
		TcpProxy.daemon(name + "-in", this::read);
	}

	void stop() {
		Thread thread = this.writer;
		if (thread != null) {
			thread.interrupt();
		}
	}

	private void read() {
		byte[] buffer = new byte[64 * 1024];
		try (InputStream in = this.source.getInputStream()) {
			for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
				byte[] bytes = Arrays.copyOf(buffer, length);
				if (this.filter.test(bytes)) {
					add(bytes);
				}
			}
		}
		catch (IOException ex) {
			this.reset = true;
		}
		add(GOODBYE);
	}

	private void add(byte[] bytes) {
		if (!this.link.isForgotten()) {
			this.inProgress.add(new Chunk(bytes, System.nanoTime()));
		}
	}

	private void write(Passage passage) {
		try (OutputStream out = this.sink.getOutputStream()) {
			for (Chunk chunk = this.inProgress.take(); chunk.bytes != GOODBYE; chunk = this.inProgress.take()) {
				passage.await(this.link, chunk.readAt);
				if (!this.reset) {
					out.write(chunk.bytes);
					out.flush();
				}
			}
			passage.await(this.link, System.nanoTime());
		}
		catch (IOException | InterruptedException ex) {
			// one of both has closed the connection
		}
		this.link.end(TcpProxy.End.CLOSE);
	}

	/**
	 * What was read at once.
	 *
	 * @param bytes the bytes
	 * @param readAt when, by {@link System#nanoTime()}
	 */
	private record Chunk(byte[] bytes, long readAt) {

	}

}
