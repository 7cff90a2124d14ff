// SPDX-License-Identifier: Apache-2.0

package io.delay.console;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * A proxy that adds a prefix to all paths, and keeps the header {@code Host}.
 */
final class PrefixProxy implements AutoCloseable {

	/** A page that shows the console in a frame. */
	static final String FRAME = "/frame";

	private final HttpClient client = HttpClient.newHttpClient();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final HttpServer server;

	PrefixProxy(String prefix, int port) throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.setExecutor(this.threads);
		this.server.createContext(prefix + "/", (exchange) -> forward(exchange, prefix, port));
		this.server.createContext(FRAME,
				(exchange) -> answer(exchange, 200, "text/html",
						"<link rel=icon href=data:,><iframe src=/actuator/delayconsole></iframe>"
							.getBytes(StandardCharsets.UTF_8)));
		this.server.start();
	}

	String at(String path) {
		return "http://localhost:" + this.server.getAddress().getPort() + path;
	}

	private void forward(HttpExchange exchange, String prefix, int port) throws IOException {
		String path = exchange.getRequestURI().toString().substring(prefix.length());
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
			.method(exchange.getRequestMethod(),
					HttpRequest.BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
		for (String name : List.of("Accept", "Content-Type", "Host", "Origin", "Sec-Fetch-Site")) {
			String value = exchange.getRequestHeaders().getFirst(name);
			if (value != null) {
				request.header(name, value);
			}
		}
		try {
			HttpResponse<byte[]> response = this.client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
			answer(exchange, response.statusCode(), response.headers().firstValue("Content-Type").orElse("text/plain"),
					response.body());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IOException(ex);
		}
	}

	private static void answer(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
		exchange.getResponseHeaders().add("Content-Type", type);
		exchange.sendResponseHeaders(status, (body.length > 0) ? body.length : -1);
		exchange.getResponseBody().write(body);
		exchange.close();
	}

	@Override
	public void close() {
		this.server.stop(0);
		this.threads.shutdownNow();
	}

}
