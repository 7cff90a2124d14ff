// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.config.BeanPostProcessor;

import io.delay.rest.RestApplication;
import io.delay.rest.RestApplication.Web;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the maximum time in which a body must arrive.
 */
@Timeout(120)
@Tag("thorough")
class BodyTimeTests {

	private static final Duration TIME = Duration.ofSeconds(1);

	private static final String HEAD = "POST /delay/v1/topics/a/jobs HTTP/1.1\r\nHost: localhost\r\n"
			+ "Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n";

	@ParameterizedTest
	@EnumSource
	void bodyThatArrivesTooSlowlyIsRefusedAndGivenBack(Web web) throws IOException {
		try (RestApplication application = start(web, TIME, Duration.ofMinutes(1));
				Socket socket = connect(application)) {
			BodyBudget budget = application.bean(BodyBudget.class);
			write(socket, HEAD + "{");
			Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> budget.held() > 0);
			String answer = answer(socket, () -> write(socket, " "));
			assertThat(answer).startsWith("HTTP/1.1 400 ");
			Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> budget.held() == 0);
		}
	}

	@Test
	void bodyThatNoLongerArrivesIsRefusedOnNetty() throws IOException {
		try (RestApplication application = start(Web.WEBFLUX, Duration.ofMinutes(1), TIME);
				Socket socket = connect(application)) {
			write(socket, HEAD + "{");
			String answer = answer(socket, () -> {
			});
			assertThat(answer).startsWith("HTTP/1.1 400 ");
			BodyBudget budget = application.bean(BodyBudget.class);
			Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> budget.held() == 0);
		}
	}

	@Test
	void bodyThatNoLongerArrivesIsRefusedOnTomcat() throws IOException {
		try (RestApplication application = RestApplication.start(Web.MVC, RestApplication.open(),
				Map.of("server.tomcat.connection-timeout", "1s")); Socket socket = connect(application)) {
			write(socket, HEAD + "{");
			socket.setSoTimeout(15_000);
			String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			assertThat(answer).startsWith("HTTP/1.1 408 ");
		}
	}

	private static RestApplication start(Web web, Duration time, Duration gap) {
		BeanPostProcessor shortTime = new BeanPostProcessor() {

			@Override
			public Object postProcessAfterInitialization(Object bean, String name) {
				return (bean instanceof BodyLimit limit) ? new BodyLimit(limit.size(), time, gap) : bean;
			}

		};
		return RestApplication.start(web, RestApplication.open(),
				(context) -> context.getBeanFactory().addBeanPostProcessor(shortTime));
	}

	private static Socket connect(RestApplication application) throws IOException {
		URI address = URI.create(application.address());
		Socket socket = new Socket(address.getHost(), address.getPort());
		socket.setSoTimeout(100);
		return socket;
	}

	// Returns the beginning of the answer, which must not come before the time is over
	private static String answer(Socket socket, Write write) throws IOException {
		long startedAt = System.nanoTime();
		InputStream in = socket.getInputStream();
		byte[] beginning = new byte[13];
		while (System.nanoTime() - startedAt < Duration.ofSeconds(15).toNanos()) {
			try {
				int count = in.readNBytes(beginning, 0, beginning.length);
				assertThat(System.nanoTime() - startedAt).isGreaterThan(TIME.dividedBy(2).toNanos());
				return new String(beginning, 0, count, StandardCharsets.US_ASCII);
			}
			catch (SocketTimeoutException ex) {
				write.run();
			}
		}
		throw new AssertionError("No answer");
	}

	private static void write(Socket socket, String text) throws IOException {
		socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
		socket.getOutputStream().flush();
	}

	/**
	 * Writes a part of a body.
	 */
	private interface Write {

		void run() throws IOException;

	}

}
