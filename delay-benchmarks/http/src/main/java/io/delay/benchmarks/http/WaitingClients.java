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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * Many clients on one thread, which wait for jobs again and again. Jobs are acknowledged
 * on another thread and connection.
 */
final class WaitingClients implements AutoCloseable {

	private static final int BUFFER = 65_536;

	private static final int PATIENCE_SECONDS = 30;

	private final HttpEndpoint endpoint;

	private final List<WaitingClient> clients = new ArrayList<>();

	private final Selector selector;

	private final ExecutorService settler = Executors.newSingleThreadExecutor();

	private final HttpJobClient settlements;

	private final LatenessCollector lateness;

	private final AtomicInteger refused = new AtomicInteger();

	private final Thread thread = new Thread(this::work, "waiting-clients");

	private volatile @Nullable Exception failure;

	private volatile boolean isClosed;

	private WaitingClients(HttpEndpoint endpoint, LatenessCollector lateness) throws IOException {
		this.endpoint = endpoint;
		this.selector = Selector.open();
		this.settlements = new HttpJobClient(endpoint, "");
		this.lateness = lateness;
	}

	/**
	 * Open connections and wait on all of them.
	 * @param endpoint the server
	 * @param count the number of clients
	 * @param topics the topics, which the clients share equally
	 * @param lateness receives how late jobs are
	 * @return the clients
	 */
	static WaitingClients start(HttpEndpoint endpoint, int count, List<String> topics, LatenessCollector lateness) {
		try {
			WaitingClients clients = new WaitingClients(endpoint, lateness);
			for (int i = 0; i < count; i++) {
				byte[] request = endpoint.post("/topics/" + topics.get(i % topics.size()) + "/reserve",
						"{\"wait\":\"20s\"}");
				clients.clients.add(new WaitingClient(endpoint.port(), request));
			}
			for (WaitingClient client : clients.clients) {
				client.send(clients.selector);
			}
			clients.thread.start();
			return clients;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void work() {
		ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
		try {
			while (!this.isClosed) {
				this.selector.select();
				for (SelectionKey key : this.selector.selectedKeys()) {
					receive((WaitingClient) key.attachment(), buffer);
				}
				this.selector.selectedKeys().clear();
			}
		}
		catch (IOException | RuntimeException ex) {
			this.failure = ex;
		}
	}

	private void receive(WaitingClient client, ByteBuffer buffer) throws IOException {
		HttpAnswer answer = client.read(buffer);
		if (answer == null) {
			return;
		}
		long now = BenchmarkPayload.now();
		client.send(this.selector);
		if (answer.status() == 503) {
			this.refused.incrementAndGet();
			return;
		}
		if (answer.status() != 200) {
			throw new IllegalStateException("A reserve was answered with " + answer.status() + ": " + answer.body());
		}
		String body = answer.body();
		List<String> ids = JsonText.values(body, "id");
		if (!ids.isEmpty()) {
			this.lateness.add(now - BenchmarkPayload.timeOf(body));
			this.settler.execute(() -> this.settlements.ack(JsonText.values(body, "topic").get(0), ids.get(0),
					JsonText.values(body, "token").get(0)));
		}
	}

	/**
	 * Check that no client has failed.
	 */
	void check() {
		if (this.failure != null) {
			throw new IllegalStateException("A client failed", this.failure);
		}
	}

	/**
	 * Return how many reserves the server has refused, because too many wait.
	 * @return the number of answers with status 503
	 */
	int refused() {
		return this.refused.get();
	}

	@Override
	public void close() throws InterruptedException, IOException {
		this.isClosed = true;
		this.selector.wakeup();
		this.thread.join();
		for (WaitingClient client : this.clients) {
			client.close();
		}
		this.selector.close();
		this.settler.shutdown();
		if (!this.settler.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
			throw new IllegalStateException("Not all jobs were acknowledged within " + PATIENCE_SECONDS + " s");
		}
		this.settlements.close();
	}

}
