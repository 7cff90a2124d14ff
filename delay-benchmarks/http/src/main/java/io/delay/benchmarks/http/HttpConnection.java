/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.benchmarks.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;

import org.jspecify.annotations.Nullable;

/**
 * A connection with a blocking socket, for one thread, which is kept alive as long as the
 * server does.
 */
final class HttpConnection implements AutoCloseable {

	private static final int PATIENCE_MILLIS = 60_000;

	private final int port;

	private final byte[] buffer = new byte[65_536];

	private @Nullable Socket socket;

	HttpConnection(int port) {
		this.port = port;
	}

	/**
	 * Send a request and wait for its answer.
	 * @param request the bytes of the request
	 * @return the complete answer
	 */
	HttpAnswer call(byte[] request) {
		try {
			Socket open = open();
			open.getOutputStream().write(request);
			HttpAnswer answer = new HttpAnswer();
			boolean isComplete = false;
			while (!isComplete) {
				int count = open.getInputStream().read(this.buffer);
				if (count < 0) {
					throw new EOFException("The server closed the connection");
				}
				isComplete = answer.add(ByteBuffer.wrap(this.buffer, 0, count));
			}
			if (answer.isLast()) {
				close();
			}
			return answer;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("No answer from port " + this.port, ex);
		}
	}

	private Socket open() throws IOException {
		if (this.socket == null) {
			this.socket = new Socket(InetAddress.getLoopbackAddress(), this.port);
			this.socket.setTcpNoDelay(true);
			this.socket.setSoTimeout(PATIENCE_MILLIS);
		}
		return this.socket;
	}

	@Override
	public void close() {
		if (this.socket != null) {
			try {
				this.socket.close();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
			this.socket = null;
		}
	}

}
