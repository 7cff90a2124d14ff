// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.redis;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

import io.delay.benchmarks.kit.StoreAddress;

/**
 * A connection to Redis that uses only a socket, because each system under test has its
 * own client.
 */
final class RedisSocket implements AutoCloseable {

	private static final int MAX_WAIT_MILLIS = 30_000;

	private final Socket socket;

	private final DataInputStream in;

	RedisSocket(StoreAddress store) {
		try {
			this.socket = new Socket(store.host(), store.port());
			this.socket.setSoTimeout(MAX_WAIT_MILLIS);
			this.in = new DataInputStream(new BufferedInputStream(this.socket.getInputStream()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	// Sends a command without reading its reply.
	void send(String command) {
		try {
			this.socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	// Sends a command and returns its reply, a text or a number, as text.
	String call(String command) {
		send(command);
		String line = readLine();
		return switch (line.charAt(0)) {
			case '$' -> readBulk(Integer.parseInt(line.substring(1)));
			case '+', ':' -> line.substring(1);
			default -> throw new IllegalStateException("Redis answers '" + command + "' with " + line);
		};
	}

	String readLine() {
		try {
			StringBuilder line = new StringBuilder();
			for (int next = this.in.read(); next != '\n'; next = this.in.read()) {
				if (next < 0) {
					throw new EOFException("Redis closed the connection");
				}
				line.append((char) next);
			}
			line.setLength(line.length() - 1);
			return line.toString();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private String readBulk(int length) {
		try {
			byte[] bytes = this.in.readNBytes(length);
			this.in.skipNBytes(2);
			return new String(bytes, StandardCharsets.ISO_8859_1);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		try {
			this.socket.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
