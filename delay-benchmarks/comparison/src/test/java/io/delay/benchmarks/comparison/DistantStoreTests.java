// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.comparison;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

@Timeout(10)
class DistantStoreTests {

	private static final Duration DELAY = Duration.ofMillis(20);

	@Test
	void bytesArriveAfterTheDelayInEachDirection() throws IOException {
		try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName(LocalPort.HOST));
				Store store = DistantStore.of(storeAt(server.getLocalPort()), DELAY)) {
			int port = Integer.parseInt(store.arguments().get(1).substring("port=".length()));
			assertThat(port).isNotEqualTo(server.getLocalPort());
			try (Socket client = new Socket(LocalPort.HOST, port); Socket accepted = server.accept()) {
				long sentAt = System.nanoTime();
				client.getOutputStream().write(1);
				accepted.getOutputStream().write(accepted.getInputStream().read() + 1);
				assertThat(client.getInputStream().read()).isEqualTo(2);
				assertThat(System.nanoTime() - sentAt).isGreaterThanOrEqualTo(2 * DELAY.toNanos());
				accepted.close();
				assertThat(client.getInputStream().read()).isNegative();
			}
		}
	}

	@Test
	void storeWithoutADelayIsReachedDirectly() {
		Store store = storeAt(1);
		assertThat(DistantStore.of(store, Duration.ZERO)).isSameAs(store);
	}

	@Test
	void storeWithoutAPortIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> DistantStore.of(storeWith(List.of("jdbc-url=x")), DELAY))
			.withMessageContaining("port");
	}

	private static Store storeAt(int port) {
		return storeWith(List.of("host=" + LocalPort.HOST, "port=" + port));
	}

	private static Store storeWith(List<String> arguments) {
		return new Store() {

			@Override
			public List<String> arguments() {
				return arguments;
			}

			@Override
			public String description() {
				return "store";
			}

			@Override
			public void close() {
				// Nothing to close
			}

		};
	}

}
