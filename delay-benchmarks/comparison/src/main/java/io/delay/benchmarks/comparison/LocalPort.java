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
		Patience.await("a server listens on port " + this.number, this::isOpen);
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
