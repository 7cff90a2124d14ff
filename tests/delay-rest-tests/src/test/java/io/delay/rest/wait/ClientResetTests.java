// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.wait;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.rest.RestApplication;
import io.delay.rest.RestApplication.Web;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for clients that close their connections at the moment of the response.
 */
@Tag("thorough")
@Timeout(120)
class ClientResetTests {

	private static final int ROUNDS = 50;

	private final Connections connections = new Connections();

	@ParameterizedTest
	@CsvSource({ "MVC, {}", "MVC, '{\"wait\":\"20s\"}'", "WEBFLUX, {}", "WEBFLUX, '{\"wait\":\"20s\"}'" })
	void jobsOfAClientThatResetsItsConnectionBeforeTheWriteAreHandedBack(Web web, String body) throws Exception {
		try (RestApplication application = start(web)) {
			DelayTemplate template = application.bean(DelayTemplate.class);
			for (int i = 0; i < ROUNDS; i++) {
				template.submit(Job.to("reset-" + i).id("a").payload("1").build());
				try (Socket socket = connect(application)) {
					this.connections.resetOnWrite(socket);
					send(socket, "reset-" + i, body);
					Awaitility.await()
						.pollInterval(Duration.ofMillis(1))
						.atMost(Duration.ofSeconds(15))
						.until(socket::isClosed);
				}
			}
			Awaitility.await()
				.atMost(Duration.ofSeconds(15))
				.untilAsserted(() -> assertThat(IntStream.range(0, ROUNDS)
					.filter((index) -> state(template, "reset-" + index) != JobState.READY)).isEmpty());
		}
	}

	@ParameterizedTest
	@CsvSource({ "MVC, false", "MVC, true", "WEBFLUX, false", "WEBFLUX, true" })
	void jobsOfAClientThatClosesItsConnectionAfterTheResponseStayReserved(Web web, boolean isReset) throws Exception {
		try (RestApplication application = start(web)) {
			DelayTemplate template = application.bean(DelayTemplate.class);
			for (int i = 0; i < ROUNDS; i++) {
				template.submit(Job.to("close-" + i).id("a").payload("1").build());
				try (Socket socket = connect(application)) {
					send(socket, "close-" + i, "{}");
					readUntil(socket, "]}");
					socket.setSoLinger(isReset, 0);
				}
			}
			Awaitility.await()
				.during(Duration.ofMillis(500))
				.atMost(Duration.ofSeconds(15))
				.until(() -> IntStream.range(0, ROUNDS)
					.allMatch((index) -> state(template, "close-" + index) == JobState.RESERVED));
		}
	}

	private RestApplication start(Web web) {
		return RestApplication.start(web, RestApplication.open(), (context) -> {
			if (web == Web.MVC) {
				context.registerBean("reset", Filter.class, () -> this.connections::doFilter);
			}
			else {
				context.registerBean("reset", WebFilter.class, () -> this.connections::filter);
			}
		});
	}

	private static Socket connect(RestApplication application) throws IOException {
		URI address = URI.create(application.address());
		return new Socket(address.getHost(), address.getPort());
	}

	private static void send(Socket socket, String topic, String body) throws IOException {
		socket.getOutputStream()
			.write(("POST /delay/v1/topics/" + topic + "/reserve HTTP/1.1\r\nHost: localhost\r\n"
					+ "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
				.getBytes(StandardCharsets.US_ASCII));
	}

	private static void readUntil(Socket socket, String end) throws IOException {
		StringBuilder text = new StringBuilder();
		while (text.indexOf(end) == -1) {
			int character = socket.getInputStream().read();
			assertThat(character).isNotEqualTo(-1);
			text.append((char) character);
		}
	}

	private static JobState state(DelayTemplate template, String topic) {
		return template.find(topic, "a").orElseThrow().state();
	}

	/**
	 * The connections of the clients, by their ports.
	 */
	private static final class Connections {

		private final Map<Integer, Socket> byPort = new ConcurrentHashMap<>();

		void resetOnWrite(Socket socket) {
			this.byPort.put(socket.getLocalPort(), socket);
		}

		// Runs on the thread of the server that is about to write
		private void resetPort(int port) {
			try (Socket socket = this.byPort.remove(port)) {
				if (socket != null) {
					socket.setSoLinger(true, 0);
				}
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
				throws IOException, ServletException {
			int port = request.getRemotePort();
			chain.doFilter(request, new HttpServletResponseWrapper((HttpServletResponse) response) {

				@Override
				public ServletOutputStream getOutputStream() throws IOException {
					resetPort(port);
					return super.getOutputStream();
				}

			});
		}

		Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
			int port = exchange.getRequest().getRemoteAddress().getPort();
			exchange.getResponse().beforeCommit(() -> Mono.fromRunnable(() -> resetPort(port)));
			return chain.filter(exchange);
		}

	}

}
