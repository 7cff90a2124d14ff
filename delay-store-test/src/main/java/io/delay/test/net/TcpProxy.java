// SPDX-License-Identifier: Apache-2.0

package io.delay.test.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Forwards connections to a server, and breaks them when a {@link Rule} or a test says
 * so. Connections after that are forwarded again.
 *
 * @since 0.1.0
 */
public final class TcpProxy implements AutoCloseable {

	// So that a large answer does not fit into the buffers of its connection
	private static final int RECEIVE_BUFFER = 8 * 1024;

	private final int target;

	private final ServerSocket server;

	private final Gate answers = new Gate();

	private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();

	private volatile Rule rule = Rule.PASS;

	/**
	 * Create a proxy on a free port.
	 * @param target the port of the server
	 */
	public TcpProxy(int target) {
		this.target = target;
		try {
			this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		daemon("accept", this::accept);
	}

	/**
	 * Return the port on which the proxy accepts connections.
	 * @return the port
	 */
	public int port() {
		return this.server.getLocalPort();
	}

	Rule rule() {
		return this.rule;
	}

	/**
	 * Set what happens to data from now on.
	 */
	public void setRule(Rule rule) {
		this.rule = rule;
	}

	/**
	 * Return the gate that all answers pass.
	 * @return the gate, which is open at first
	 */
	public Gate answers() {
		return this.answers;
	}

	/**
	 * Break all connections.
	 * @param end how they end
	 */
	public void end(End end) {
		this.connections.forEach((connection) -> connection.end(end));
	}

	void ended(ProxiedConnection connection) {
		this.connections.remove(connection);
	}

	@Override
	public void close() {
		closeQuietly(this.server);
		this.answers.open();
		end(End.CLOSE);
	}

	private void accept() {
		while (!this.server.isClosed()) {
			try {
				connect(this.server.accept());
			}
			catch (IOException ex) {
				// The proxy is closed, or the client has gone
			}
		}
	}

	private void connect(Socket client) throws IOException {
		Socket upstream = new Socket();
		upstream.setReceiveBufferSize(RECEIVE_BUFFER);
		try {
			upstream.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), this.target));
			client.setTcpNoDelay(true);
			upstream.setTcpNoDelay(true);
			ProxiedConnection connection = new ProxiedConnection(this, client, upstream);
			this.connections.add(connection);
			connection.start();
		}
		catch (IOException ex) {
			closeQuietly(client);
			closeQuietly(upstream);
		}
	}

	static void daemon(String name, Runnable task) {
		Thread thread = new Thread(task, "tcp-proxy-" + name);
		thread.setDaemon(true);
		thread.start();
	}

	static void closeQuietly(AutoCloseable closeable) {
		try {
			closeable.close();
		}
		catch (Exception ex) {
			// It is closed then
		}
	}

	/**
	 * Decides what happens to the data of connections.
	 */
	@FunctionalInterface
	public interface Rule {

		/** Nothing breaks. */
		Rule PASS = (isAnswer, text) -> Fault.NONE;

		/**
		 * Decide about some data before it is forwarded.
		 * @param isAnswer whether the server has sent it
		 * @param text the data
		 */
		Fault faultFor(boolean isAnswer, String text);

	}

	/**
	 * What happens to some data.
	 */
	public enum Fault {

		/** It is forwarded. */
		NONE,

		/** It is forwarded, but the gate for answers is closed first. */
		HOLD_ANSWERS,

		/** Its first bytes are forwarded, and no more data of the server is read. */
		STALL,

		/** The connection is closed before it is forwarded. */
		CLOSE_BEFORE,

		/** The connection is closed after it was forwarded. */
		CLOSE_AFTER,

		/** The connection is reset before it is forwarded. */
		RESET_BEFORE,

		/** The connection is reset after it was forwarded. */
		RESET_AFTER

	}

	/**
	 * How a connection ends.
	 */
	public enum End {

		/** It is closed on both sides. */
		CLOSE,

		/** It is reset on both sides. */
		RESET,

		/**
		 * It is closed on the side of the client alone, as by a load balancer that keeps
		 * its connection to the server.
		 */
		ABANDON

	}

}
