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
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

import org.jspecify.annotations.Nullable;

/**
 * A client that waits for jobs of a topic, one request after the other on a connection
 * that is kept alive. Used by the thread of the selector.
 */
final class WaitingClient implements AutoCloseable {

	private final int port;

	private final byte[] request;

	private @Nullable SocketChannel channel;

	private HttpAnswer answer = new HttpAnswer();

	/**
	 * Create a client.
	 * @param port the port of the server
	 * @param request the bytes of each request
	 */
	WaitingClient(int port, byte[] request) {
		this.port = port;
		this.request = request;
	}

	/**
	 * Send the next request, after connecting if necessary.
	 * @param selector the selector with which the connection is registered
	 * @throws IOException if there is no connection
	 */
	void send(Selector selector) throws IOException {
		SocketChannel open = this.channel;
		if (open == null) {
			open = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), this.port));
			open.configureBlocking(false);
			open.register(selector, SelectionKey.OP_READ, this);
			this.channel = open;
		}
		this.answer = new HttpAnswer();
		// The buffer of the socket is empty, so it takes the whole request
		if (open.write(ByteBuffer.wrap(this.request)) < this.request.length) {
			throw new IOException("The request was not sent completely");
		}
	}

	/**
	 * Read what has arrived.
	 * @param buffer a buffer, whose contents are overwritten
	 * @return the answer if it is complete, otherwise {@code null}
	 * @throws IOException if the connection was closed before
	 */
	@Nullable HttpAnswer read(ByteBuffer buffer) throws IOException {
		SocketChannel open = this.channel;
		if (open == null || open.read(buffer.clear()) < 0) {
			throw new EOFException("The server closed a connection while a client waited");
		}
		if (!this.answer.add(buffer.flip())) {
			return null;
		}
		if (this.answer.isLast()) {
			close();
		}
		return this.answer;
	}

	@Override
	public void close() throws IOException {
		if (this.channel != null) {
			this.channel.close();
			this.channel = null;
		}
	}

}
