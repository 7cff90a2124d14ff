// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.comparison;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * A port of this machine for a server, which was free when it was chosen.
 *
 * @param number the port
 */
record LocalPort(int number) {

	static final String HOST = "127.0.0.1";

	static LocalPort findFree() {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
			return new LocalPort(socket.getLocalPort());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	void awaitServer() {
		MaxWait.await("a server listens on port " + this.number, this::isOpen);
	}

	private boolean isOpen() {
		try (Socket socket = new Socket(HOST, this.number)) {
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

}
