// SPDX-License-Identifier: Apache-2.0

package io.delay.test.net;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

import io.delay.test.net.TcpProxy.End;
import io.delay.test.net.TcpProxy.Fault;

/**
 * A connection through a {@link TcpProxy}. One thread forwards the requests and another
 * one the answers.
 */
final class ProxiedConnection {

	private static final int STALLED_BYTES = 1000;

	private final TcpProxy proxy;

	private final Socket client;

	private final Socket server;

	private final CountDownLatch ended = new CountDownLatch(1);

	private volatile boolean isAbandoned;

	ProxiedConnection(TcpProxy proxy, Socket client, Socket server) {
		this.proxy = proxy;
		this.client = client;
		this.server = server;
	}

	void start() {
		TcpProxy.daemon("requests", () -> forward(false, this.client, this.server));
		TcpProxy.daemon("answers", () -> forward(true, this.server, this.client));
	}

	void end(End end) {
		if (end == End.ABANDON) {
			this.isAbandoned = true;
			TcpProxy.closeQuietly(this.client);
			return;
		}
		this.ended.countDown();
		this.proxy.ended(this);
		// The server first, so that it has noticed the end when the client has
		end(this.server, end);
		end(this.client, end);
	}

	private static void end(Socket socket, End end) {
		if (end == End.RESET) {
			try {
				socket.setSoLinger(true, 0);
			}
			catch (IOException ex) {
				// It is closed already
			}
		}
		TcpProxy.closeQuietly(socket);
	}

	private void forward(boolean isAnswer, Socket from, Socket to) {
		byte[] buffer = new byte[64 * 1024];
		try {
			int length = from.getInputStream().read(buffer);
			while (length >= 0) {
				forward(isAnswer, buffer, length, to);
				length = from.getInputStream().read(buffer);
			}
			close(isAnswer);
		}
		catch (IOException ex) {
			close(isAnswer);
		}
	}

	private void close(boolean isAnswer) {
		if (!this.isAbandoned || isAnswer) {
			end(End.CLOSE);
		}
	}

	private void forward(boolean isAnswer, byte[] buffer, int length, Socket to) throws IOException {
		Fault fault = this.proxy.rule().faultFor(isAnswer, new String(buffer, 0, length, StandardCharsets.ISO_8859_1));
		switch (fault) {
			case NONE -> write(isAnswer, buffer, length, to);
			case HOLD_ANSWERS -> {
				this.proxy.answers().close();
				write(isAnswer, buffer, length, to);
			}
			case STALL -> {
				write(isAnswer, buffer, Math.min(length, STALLED_BYTES), to);
				awaitEnd();
			}
			case CLOSE_BEFORE -> end(End.CLOSE);
			case CLOSE_AFTER -> {
				write(isAnswer, buffer, length, to);
				end(End.CLOSE);
			}
			case RESET_BEFORE -> end(End.RESET);
			case RESET_AFTER -> {
				write(isAnswer, buffer, length, to);
				end(End.RESET);
			}
		}
	}

	private void write(boolean isAnswer, byte[] buffer, int length, Socket to) throws IOException {
		if (isAnswer) {
			this.proxy.answers().pass();
		}
		if (this.isAbandoned) {
			return;
		}
		try {
			to.getOutputStream().write(buffer, 0, length);
		}
		catch (IOException ex) {
			if (!this.isAbandoned) {
				throw ex;
			}
		}
	}

	private void awaitEnd() throws IOException {
		try {
			this.ended.await();
		}
		catch (InterruptedException ex) {
			throw new IOException(ex);
		}
	}

}
