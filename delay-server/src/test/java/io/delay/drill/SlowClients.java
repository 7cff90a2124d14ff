// SPDX-License-Identifier: Apache-2.0

package io.delay.drill;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Clients that announce a body and send it byte by byte, until they are closed.
 */
final class SlowClients implements AutoCloseable {

	private final List<SocketChannel> channels = new ArrayList<>();

	private final ScheduledExecutorService writer = Executors.newSingleThreadScheduledExecutor();

	private final String next;

	private SlowClients(String next) {
		this.next = next;
	}

	/**
	 * Connect clients.
	 * @param port the port of the server
	 * @param count how many clients
	 * @param head the head of each request and the beginning of its body
	 * @param next what each client sends five times a second from then on
	 */
	static SlowClients connect(int port, int count, String head, String next) throws IOException {
		SlowClients clients = new SlowClients(next);
		for (int i = 0; i < count; i++) {
			SocketChannel channel = SocketChannel.open(new InetSocketAddress("localhost", port));
			clients.channels.add(channel);
			channel.configureBlocking(false);
			channel.write(ByteBuffer.wrap(head.getBytes(StandardCharsets.US_ASCII)));
		}
		clients.writer.scheduleWithFixedDelay(clients::write, 200, 200, TimeUnit.MILLISECONDS);
		return clients;
	}

	private void write() {
		for (SocketChannel channel : this.channels) {
			try {
				channel.write(ByteBuffer.wrap(this.next.getBytes(StandardCharsets.US_ASCII)));
			}
			catch (IOException ex) {
				// The server has closed the connection
			}
		}
	}

	/**
	 * Return how many clients have received a response that begins with a text.
	 */
	long answered(String beginning) throws IOException {
		long count = 0;
		for (SocketChannel channel : this.channels) {
			ByteBuffer answer = ByteBuffer.allocate(4096);
			channel.read(answer);
			if (new String(answer.array(), StandardCharsets.US_ASCII).startsWith(beginning)) {
				count++;
			}
		}
		return count;
	}

	@Override
	public void close() throws IOException {
		this.writer.shutdownNow();
		for (SocketChannel channel : this.channels) {
			channel.close();
		}
	}

}
