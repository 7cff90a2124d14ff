// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Stands between an instance and its Redis and breaks their connections in the way a test
 * asks for: at the next request, each request once, or at once, or by letting nothing
 * through for a while. Connections are told apart by the name that the client gives
 * itself, such as {@code delay-consumers}; a part of it will do.
 */
public final class TcpProxy implements AutoCloseable {

	private static final Strike NO_STRIKE = new Strike("", "", Fault.NONE);

	private final int target;

	private final ServerSocket server;

	private final Set<ProxiedLink> links = ConcurrentHashMap.newKeySet();

	private final Passage passage = new Passage();

	private Strike next = NO_STRIKE;

	private final Semaphore struck = new Semaphore(0);

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

	public int port() {
		return this.server.getLocalPort();
	}

	/**
	 * Break the connection of the given name at its next request.
	 */
	public void breakNext(String connectionName, Fault fault) {
		breakNext(connectionName, "", fault);
	}

	/**
	 * Break the connection of the given name at the next request that contains a text.
	 */
	public synchronized void breakNext(String connectionName, String text, Fault fault) {
		this.next = new Strike(connectionName, text, fault);
	}

	/**
	 * Wait until a connection is broken. Each is reported once.
	 */
	public boolean awaitBroken() throws InterruptedException {
		return this.struck.tryAcquire(10, TimeUnit.SECONDS);
	}

	/**
	 * End the connections of the given name at once. New ones are not affected.
	 * @return how many there were
	 */
	public int end(String connectionName, End end) {
		List<ProxiedLink> named = this.links.stream().filter((link) -> link.isNamed(connectionName)).toList();
		named.forEach((link) -> link.end(end));
		return named.size();
	}

	/**
	 * Let nothing through on the connections of the given name, new ones too. They stay
	 * open, and what is under way arrives when that is over, unless its sender has reset
	 * the connection by then.
	 */
	public void silence(String connectionName) {
		this.passage.silence(connectionName);
	}

	/**
	 * Let everything through later, in both directions, on the connections of the given
	 * name, new ones too.
	 */
	public void slow(String connectionName, Duration delay) {
		this.passage.slow(connectionName, delay);
	}

	/**
	 * End what {@link #silence} or {@link #slow} has begun.
	 */
	public void heal() {
		this.passage.open();
	}

	/**
	 * Cut all connections and take no new ones.
	 */
	@Override
	public void close() {
		closeQuietly(this.server);
		this.links.forEach((link) -> link.end(End.CLOSE));
	}

	private void accept() {
		while (!this.server.isClosed()) {
			try {
				connect(this.server.accept());
			}
			catch (IOException ex) {
				// closed
			}
		}
	}

	private void connect(Socket client) throws IOException {
		try {
			ProxiedLink link = new ProxiedLink(this, client, new Socket(InetAddress.getLoopbackAddress(), this.target));
			this.links.add(link);
			link.start(this.passage);
		}
		catch (IOException ex) {
			// Redis is not there
			client.close();
		}
	}

	// What happens to a request of a connection.
	public synchronized Fault strike(ProxiedLink link, String request) {
		if (this.next == NO_STRIKE || !link.isNamed(this.next.connectionName) || !request.contains(this.next.request)) {
			return Fault.NONE;
		}
		Fault fault = this.next.fault;
		if (fault == Fault.HOLD) {
			this.passage.silence(this.next.connectionName);
			fault = Fault.NONE;
		}
		this.next = NO_STRIKE;
		this.struck.release();
		return fault;
	}

	public void ended(ProxiedLink link) {
		this.links.remove(link);
	}

	public static Thread daemon(String name, Runnable task) {
		Thread thread = new Thread(task, "tcp-proxy-" + name);
		thread.setDaemon(true);
		thread.start();
		return thread;
	}

	public static void closeQuietly(AutoCloseable closeable) {
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
	public enum Fault {

		/**
		 * Nothing.
		 */
		NONE,

		/**
		 * It is held, and so is all that comes after it, as by {@link #silence}.
		 */
		HOLD,

		/**
		 * It is executed, but the connection is cut in place of the reply.
		 */
		CUT_REPLY,

		/**
		 * The connection is cut before the request reaches Redis.
		 */
		CUT_REQUEST,

		/**
		 * It is executed, but the connection is reset in place of the reply.
		 */
		RESET_REPLY,

		/**
		 * The connection is reset before the request reaches Redis.
		 */
		RESET_REQUEST,

		/**
		 * It is executed, but no reply comes, and the connection stays as if alive.
		 */
		SWALLOW_REPLY

	}

	/**
	 * How a connection ends.
	 */
	public enum End {

		/**
		 * With a goodbye, as of a server that is stopped.
		 */
		CLOSE,

		/**
		 * Without one, as of a server that has crashed.
		 */
		RESET,

		/**
		 * Nobody is told, and nothing arrives any more, as with a firewall that has
		 * forgotten the connection.
		 */
		FORGET

	}

	/**
	 * The next request to break.
	 *
	 * @param connectionName what the name of the connection contains
	 * @param request what the request contains
	 * @param fault what happens to it
	 */
	private record Strike(String connectionName, String request, Fault fault) {

	}

}
