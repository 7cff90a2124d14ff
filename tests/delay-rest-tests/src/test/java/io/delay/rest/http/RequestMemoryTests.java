// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.springframework.util.unit.DataSize;

import io.delay.rest.OperationTests;
import io.delay.rest.RestApplication;
import io.delay.rest.RestApplication.Web;
import io.delay.rest.RestClientForTests;
import io.delay.rest.RestOptions;
import io.delay.template.DelayTemplateOptions;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the memory of the bodies of all requests together.
 */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RequestMemoryTests {

	private static final int MEGABYTE = 1024 * 1024;

	private final Web web;

	private RestApplication application;

	private RestClientForTests client;

	RequestMemoryTests(Web web) {
		this.web = web;
	}

	@BeforeAll
	void start() {
		this.application = RestApplication.start(this.web, new RestOptions(false, DataSize.ofMegabytes(1),
				DataSize.ofMegabytes(1), 10, 8, DelayTemplateOptions.defaults()));
		this.client = new RestClientForTests(this.application.address());
	}

	@AfterAll
	void stop() {
		this.application.close();
	}

	@AfterEach
	void everythingIsGivenBack() {
		awaitHeld(0);
	}

	@Test
	void slowBodyHoldsWhatHasArrivedAndOthersAreRefusedMeanwhile() throws IOException {
		try (Socket slow = connect()) {
			write(slow, head("/topics/a/jobs", "Content-Length: " + MEGABYTE) + " ");
			awaitHeld(1);
			assertThat(large(MEGABYTE - 1).statusCode()).isEqualTo(400);
			assertThat(large(MEGABYTE).statusCode()).isEqualTo(503);
			write(slow, " ".repeat(MEGABYTE / 2 - 1));
			awaitHeld(MEGABYTE / 2);
			HttpResponse<String> refused = large(MEGABYTE);
			OperationTests.assertProblem(refused, 503, "server-busy", "of at most 1048576 bytes");
			assertThat(refused.headers().firstValue("Retry-After")).contains("1");
			assertThat(this.client.send("POST", "/topics/a/jobs", "{\"payload\":1}").statusCode()).isEqualTo(201);
			write(slow, " ".repeat(MEGABYTE / 2));
			assertThat(status(slow)).contains(" 400 ");
		}
		awaitHeld(0);
		assertThat(large(MEGABYTE).statusCode()).isEqualTo(400);
	}

	@Test
	void bodyInChunksIsRefusedWhenNothingIsLeft() throws IOException {
		try (Socket slow = connect(); Socket chunked = connect()) {
			write(slow, head("/topics/a/jobs", "Content-Length: " + MEGABYTE) + " ".repeat(MEGABYTE / 2));
			awaitHeld(MEGABYTE / 2);
			String chunk = "10000\r\n" + " ".repeat(0x10000) + "\r\n";
			write(chunked, head("/topics/a/jobs", "Transfer-Encoding: chunked") + chunk.repeat(9));
			assertThat(status(chunked)).contains(" 503 ");
			awaitHeld(MEGABYTE / 2);
		}
	}

	@Test
	void bodyOfAClientThatHangsUpIsGivenBack() throws IOException {
		for (String header : List.of("Content-Length: " + MEGABYTE, "Transfer-Encoding: chunked")) {
			try (Socket socket = connect()) {
				write(socket, head("/topics/a/jobs", header) + "10000\r\n" + " ".repeat(0x10000));
				Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> budget().held() > 0x8000);
			}
			awaitHeld(0);
		}
	}

	@Test
	void waitingRequestHoldsNothing() throws Exception {
		CompletableFuture<HttpResponse<String>> waiting = this.client.sendLater("POST", "/topics/a-wait/reserve",
				"{\"wait\":\"5s\"" + " ".repeat(MEGABYTE / 2) + "}");
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> this.application.waiting() == 1);
		awaitHeld(0);
		assertThat(waiting).isNotDone();
		this.client.send("POST", "/topics/a-wait/jobs", "{\"payload\":1}");
		assertThat(waiting.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
	}

	@Test
	void refusedRequestsHoldNothing() throws Exception {
		assertThat(this.client.sendInvalid("POST", "/topics/a/jobs", "{" + " ".repeat(MEGABYTE)).statusCode())
			.isEqualTo(413);
		assertThat(status("POST", "/topics/a/unknown")).isEqualTo(404);
		assertThat(status("PUT", "/topics/a/jobs")).isEqualTo(405);
		assertThat(budget().held()).isZero();
	}

	@Test
	void parallelBodiesAreReceivedOrRefused() {
		List<CompletableFuture<HttpResponse<String>>> answers = IntStream.range(0, 40)
			.mapToObj((index) -> this.client.exchange("POST", "/topics/a/jobs",
					this.client.request("POST", "/topics/a/jobs", "{" + " ".repeat(MEGABYTE / 2) + "}")))
			.toList();
		assertThat(answers)
			.allSatisfy((answer) -> assertThat(answer.get(60, TimeUnit.SECONDS).statusCode()).isIn(400, 503));
	}

	private HttpResponse<String> large(int size) {
		return this.client.sendInvalid("POST", "/topics/a/jobs", "{" + " ".repeat(size - 2) + "}");
	}

	private int status(String method, String path) throws Exception {
		return this.client.http()
			.send(this.client.request(method, path, " ".repeat(MEGABYTE / 2)).build(),
					HttpResponse.BodyHandlers.discarding())
			.statusCode();
	}

	private BodyBudget budget() {
		return this.application.bean(BodyBudget.class);
	}

	private void awaitHeld(long bytes) {
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> budget().held() == bytes);
	}

	private Socket connect() throws IOException {
		URI address = URI.create(this.application.address());
		Socket socket = new Socket(address.getHost(), address.getPort());
		socket.setSoTimeout(30_000);
		return socket;
	}

	private static String head(String path, String header) {
		return "POST /delay/v1" + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + header
				+ "\r\n\r\n";
	}

	private static void write(Socket socket, String text) throws IOException {
		OutputStream out = socket.getOutputStream();
		out.write(text.getBytes(StandardCharsets.ISO_8859_1));
		out.flush();
	}

	private static String status(Socket socket) throws IOException {
		InputStream in = socket.getInputStream();
		StringBuilder line = new StringBuilder();
		for (int character = in.read(); character != '\r' && character != -1; character = in.read()) {
			line.append((char) character);
		}
		return line.toString();
	}

}
