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

package io.delay.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Stands between an instance and its Redis and breaks their connections in the way a test
 * asks for, each request once. Connections are told apart by the name that the client
 * gives itself, such as {@code delay-consumers}.
 */
final class TcpProxy implements AutoCloseable {

	private final int target;

	private final ServerSocket server;

	private final List<Link> links = new CopyOnWriteArrayList<>();

	private volatile Fault fault = Fault.NONE;

	private volatile String faulty = "";

	private final Semaphore struck = new Semaphore(0);

	TcpProxy(int target) {
		this.target = target;
		try {
			this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		daemon("accept", this::accept);
	}

	int port() {
		return this.server.getLocalPort();
	}

	/**
	 * Break the connection of the given name at its next request.
	 */
	void breakNext(String connectionName, Fault fault) {
		this.faulty = connectionName;
		this.fault = fault;
	}

	/**
	 * Wait until a connection is broken. Each is reported once.
	 */
	boolean awaitBroken() throws InterruptedException {
		return this.struck.tryAcquire(5, TimeUnit.SECONDS);
	}

	/**
	 * Cut all connections and take no new ones.
	 */
	@Override
	public void close() {
		closeQuietly(this.server);
		this.links.forEach(Link::close);
	}

	private void accept() {
		while (!this.server.isClosed()) {
			try {
				Link link = new Link(this.server.accept(), new Socket(InetAddress.getLoopbackAddress(), this.target));
				this.links.add(link);
				daemon("requests", link::forwardRequests);
				daemon("replies", link::forwardReplies);
			}
			catch (IOException ex) {
				// closed, or Redis is not there
			}
		}
	}

	private static void daemon(String name, Runnable task) {
		Thread thread = new Thread(task, "tcp-proxy-" + name);
		thread.setDaemon(true);
		thread.start();
	}

	private static void closeQuietly(AutoCloseable closeable) {
		try {
			closeable.close();
		}
		catch (Exception ex) {
			// it is closed then
		}
	}

	/**
	 * What happens to a request.
	 */
	enum Fault {

		/**
		 * Nothing.
		 */
		NONE,

		/**
		 * It is executed, but the connection is cut in place of the reply.
		 */
		CUT_REPLY,

		/**
		 * The connection is cut before the request reaches Redis.
		 */
		CUT_REQUEST,

		/**
		 * It is executed, but no reply comes, and the connection stays as if alive.
		 */
		SWALLOW_REPLY

	}

	/**
	 * One connection through the proxy.
	 */
	private final class Link {

		private final Socket client;

		private final Socket redis;

		private volatile String name = "";

		private volatile Fault ownFault = Fault.NONE;

		Link(Socket client, Socket redis) {
			this.client = client;
			this.redis = redis;
		}

		private void forwardRequests() {
			byte[] buffer = new byte[64 * 1024];
			try (InputStream in = this.client.getInputStream(); OutputStream out = this.redis.getOutputStream()) {
				for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
					String text = new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
					if (text.toUpperCase().contains("SETNAME")) {
						this.name = text;
					}
					else if (strike() && this.ownFault == Fault.CUT_REQUEST) {
						break;
					}
					out.write(buffer, 0, length);
					out.flush();
				}
			}
			catch (IOException ex) {
				// one of both has closed the connection
			}
			close();
		}

		private boolean strike() {
			synchronized (TcpProxy.this) {
				if (TcpProxy.this.fault == Fault.NONE || !this.name.contains(TcpProxy.this.faulty)) {
					return false;
				}
				this.ownFault = TcpProxy.this.fault;
				TcpProxy.this.fault = Fault.NONE;
				TcpProxy.this.struck.release();
				return true;
			}
		}

		private void forwardReplies() {
			byte[] buffer = new byte[64 * 1024];
			try (InputStream in = this.redis.getInputStream(); OutputStream out = this.client.getOutputStream()) {
				for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
					if (this.ownFault == Fault.CUT_REPLY) {
						break;
					}
					if (this.ownFault == Fault.NONE) {
						out.write(buffer, 0, length);
						out.flush();
					}
				}
			}
			catch (IOException ex) {
				// one of both has closed the connection
			}
			close();
		}

		private void close() {
			closeQuietly(this.client);
			closeQuietly(this.redis);
			TcpProxy.this.links.remove(this);
		}

	}

}
