// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.comparison;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * A store that clients reach through a network with a delay.
 */
final class DistantStore implements Store {

	private static final int BACKLOG = 200;

	private static final String PORT = "port=";

	private final Store store;

	private final int port;

	private final Duration delay;

	private final ServerSocket server;

	private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

	private DistantStore(Store store, int port, Duration delay) throws IOException {
		this.store = store;
		this.port = port;
		this.delay = delay;
		this.server = new ServerSocket(0, BACKLOG, InetAddress.getByName(LocalPort.HOST));
		DelayedStream.startDaemon("accept", this::accept);
	}

	/**
	 * Put a network between a store and its clients.
	 * @param delay the delay in each direction, zero for none
	 */
	static Store of(Store store, Duration delay) {
		if (delay.isZero()) {
			return store;
		}
		String port = store.arguments()
			.stream()
			.filter((argument) -> argument.startsWith(PORT))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException(
					"A network delay is possible only for systems whose store has a port"));
		try {
			return new DistantStore(store, Integer.parseInt(port.substring(PORT.length())), delay);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void accept() throws IOException {
		while (!this.server.isClosed()) {
			Socket client = opened(this.server.accept());
			Socket target = opened(new Socket(LocalPort.HOST, this.port));
			new DelayedStream(client, target, this.delay).start();
			new DelayedStream(target, client, this.delay).start();
		}
	}

	private Socket opened(Socket socket) throws IOException {
		this.sockets.add(socket);
		socket.setTcpNoDelay(true);
		return socket;
	}

	@Override
	public List<String> arguments() {
		Stream<String> others = this.store.arguments().stream().filter((argument) -> !argument.startsWith(PORT));
		return Stream.concat(others, Stream.of(PORT + this.server.getLocalPort())).toList();
	}

	@Override
	public String description() {
		return this.store.description() + ", through a proxy that adds " + this.delay.toMillis()
				+ " ms in each direction";
	}

	@Override
	public void close() {
		try {
			this.server.close();
			for (Socket socket : this.sockets) {
				socket.close();
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		finally {
			this.store.close();
		}
	}

}
