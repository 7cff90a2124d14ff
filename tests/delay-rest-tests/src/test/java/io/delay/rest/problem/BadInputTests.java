// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.problem;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.util.unit.DataSize;

import io.delay.rest.OpenApi;
import io.delay.rest.OperationTests;
import io.delay.rest.RestApplication;
import io.delay.rest.RestApplication.Web;
import io.delay.rest.RestClientForTests;
import io.delay.rest.RestOptions;
import io.delay.store.admin.JobStoreInspector;
import io.delay.template.DelayTemplateOptions;
import io.delay.test.store.StoreAudit;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for requests that no client should send: they get an error that is not the fault
 * of the server, change nothing wrongly, and occupy no memory.
 */
@ExtendWith(OutputCaptureExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BadInputTests {

	private static final int MEGABYTE = 1024 * 1024;

	private final Web web;

	private RestApplication application;

	private RestClientForTests client;

	BadInputTests(Web web) {
		this.web = web;
	}

	@BeforeAll
	void start() {
		this.application = RestApplication.start(this.web, new RestOptions(false, DataSize.ofMegabytes(1),
				DataSize.ofMegabytes(16), 10, 8, DelayTemplateOptions.defaults()));
		this.client = new RestClientForTests(this.application.address());
	}

	@AfterAll
	void stop() {
		this.application.close();
	}

	@Test
	void generatedRequests() {
		sendGenerated(4711, 500);
	}

	@Test
	@Tag("thorough")
	@Tag("weekly")
	void tenThousandGeneratedRequests() {
		sendGenerated(1, 5000);
		long before = usedMemory();
		sendGenerated(2, 5000);
		assertThat(usedMemory() - before).isLessThan(32L * MEGABYTE);
	}

	private void sendGenerated(long seed, int requests) {
		RandomRequests generated = new RandomRequests(seed);
		for (int i = 0; i < requests; i += 50) {
			IntStream.range(0, 50)
				.mapToObj((index) -> generated.next())
				.map(this::send)
				.toList()
				.forEach((answer) -> answer.orTimeout(60, TimeUnit.SECONDS).join());
		}
		JobStoreInspector inspector = this.application.bean(JobStoreInspector.class);
		assertThat(inspector.topics()).isNotEmpty()
			.allSatisfy((topic) -> assertThat(StoreAudit.of(inspector, topic).findings()).isEmpty());
	}

	private CompletableFuture<Void> send(RandomRequests.Request request) {
		HttpRequest.Builder http = this.client.request(request.method(), request.path(), null)
			.method(request.method(), HttpRequest.BodyPublishers.ofByteArray(request.body()));
		return this.client.http().sendAsync(http.build(), HttpResponse.BodyHandlers.ofString()).thenAccept((answer) -> {
			assertThat(answer.statusCode()).as("%s: %s", request, answer.body()).isLessThan(500);
			if (answer.statusCode() >= 400) {
				assertThat(OpenApi.description().errors("Problem", answer.body())).as("%s: %s", request, answer.body())
					.isEmpty();
			}
		});
	}

	private static long usedMemory() {
		Runtime runtime = Runtime.getRuntime();
		System.gc();
		return runtime.totalMemory() - runtime.freeMemory();
	}

	@Test
	void announcedSizeIsRefusedBeforeTheBodyIsSent() throws IOException {
		try (Socket socket = connect()) {
			write(socket, head("POST", "/delay/v1/jobs", "Content-Length: " + 100 * MEGABYTE));
			assertThat(status(socket)).contains(" 413 ");
		}
	}

	@Test
	void bodyInChunksIsRefusedAtTheLimit() throws IOException {
		long before = usedMemory();
		try (Socket socket = connect()) {
			write(socket, head("POST", "/delay/v1/jobs", "Transfer-Encoding: chunked"));
			byte[] chunk = new byte[64 * 1024];
			Arrays.fill(chunk, (byte) ' ');
			int sent = 0;
			try {
				while (sent < 100 * MEGABYTE && socket.getInputStream().available() == 0) {
					write(socket, Integer.toHexString(chunk.length) + "\r\n");
					socket.getOutputStream().write(chunk);
					write(socket, "\r\n");
					sent += chunk.length;
				}
				assertThat(status(socket)).contains(" 413 ");
			}
			catch (SocketException ex) {
				// The server has answered and closed the connection
				assertThat(sent).isLessThan(100 * MEGABYTE);
			}
		}
		assertThat(usedMemory() - before).isLessThan(32L * MEGABYTE);
	}

	@Test
	void bodyAtTheLimitIsRead() {
		String body = "{\"jobs\":[]" + " ".repeat(MEGABYTE - 11) + "}";
		OperationTests.assertProblem(this.client.sendInvalid("POST", "/jobs", body), 400, "invalid-request",
				"0 elements");
		OperationTests.assertProblem(this.client.sendInvalid("POST", "/jobs", body + " "), 413, "request-too-large",
				"1048576");
	}

	@Test
	void deepNesting() {
		OperationTests.assertProblem(
				this.client.sendInvalid("POST", "/topics/a/jobs", "{\"payload\":" + "[".repeat(200_000)), 400,
				"invalid-request", "1000");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/delay/v1/topics/%zz", "/delay/v1/topics/%ff%fe/jobs?state=READY", "/delay/v1//topics",
			"/delay/v1/topics/a%2Fb/jobs", "/delay/v1/topics/..;/x", "/delay/v1/../../etc/passwd",
			"/delay/v1/topics/a/job?id=%zz", "/delay/v1/topics/a/job?id=\u00e4", "/delay/v1/topics/%00" })
	void strangePaths(String path) throws IOException {
		try (Socket socket = connect()) {
			write(socket, head("GET", path, "Connection: close"));
			assertThat(status(socket)).matches("HTTP/1.1 4\\d\\d.*");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "/topics", "/topics/a", "/topics/a/jobs?state=READY", "/topics/a/job?id=1",
			"/openapi.yaml", "/unknown" })
	void headersAndMethodsThatNoOperationHas(String path) throws IOException {
		for (String accept : new String[] { "*/*;q=0", "application/json;q=0", "*/*;q=0, text/html",
				"application/*;q=0.0", "application/json;q=0,application/problem+json;q=0", "x", "a/b;q=x", "*/*;q=2",
				"*/json" }) {
			assertThat(status("GET", path, "Accept: " + accept)).as(accept).matches("HTTP/1.1 4\\d\\d.*");
		}
		for (String method : new String[] { "FOO", "get", "PROPFIND", "TRACE", "A-B", "OPTIONS", "PUT" }) {
			assertThat(status(method, path, "Accept: */*;q=0")).as(method).matches("HTTP/1.1 4\\d\\d.*");
			assertThat(status(method, path, "Accept: */*")).as(method).matches("HTTP/1.1 4\\d\\d.*");
		}
	}

	private String status(String method, String path, String header) throws IOException {
		try (Socket socket = connect()) {
			write(socket, head(method, "/delay/v1" + path, header + "\r\nConnection: close"));
			return status(socket);
		}
	}

	@Test
	void manyHeaders() throws IOException {
		StringBuilder headers = new StringBuilder();
		IntStream.range(0, 20_000).forEach((index) -> headers.append("X-").append(index).append(": x\r\n"));
		try (Socket socket = connect()) {
			try {
				write(socket, head("GET", "/delay/v1/topics", headers + "Connection: close"));
				assertThat(status(socket)).matches("HTTP/1.1 4\\d\\d.*");
			}
			catch (SocketException ex) {
				// The server has closed the connection
				assertThat(this.client.send("GET", "/topics", null).statusCode()).isEqualTo(200);
			}
		}
	}

	@Test
	void bodyThatEndsEarly() throws IOException {
		try (Socket socket = connect()) {
			write(socket, head("POST", "/delay/v1/jobs", "Content-Length: 100") + "{");
		}
		assertThat(this.client.send("GET", "/topics", null).statusCode()).isEqualTo(200);
	}

	@Test
	void brokenChunksAreTheFaultOfTheClient(CapturedOutput output) throws IOException {
		try (Socket socket = connect()) {
			write(socket, head("POST", "/delay/v1/jobs", "Transfer-Encoding: chunked") + "zz\r\n{}\r\n0\r\n\r\n");
			assertThat(status(socket)).contains(" 400 ");
		}
		Awaitility.await()
			.during(Duration.ofMillis(500))
			.atMost(Duration.ofSeconds(15))
			.until(() -> !output.getAll().contains("500 Server Error")
					&& !output.getAll().contains("headers already sent")
					&& !output.getAll().contains("answered with status 500"));
	}

	@Test
	void bodyThatEndsEarlyIsTheFaultOfTheClient(CapturedOutput output) throws IOException {
		for (String header : List.of("Content-Length: 100", "Transfer-Encoding: chunked")) {
			try (Socket socket = connect()) {
				write(socket, head("POST", "/delay/v1/jobs", header) + "2\r\n{}");
			}
		}
		Awaitility.await()
			.during(Duration.ofMillis(500))
			.atMost(Duration.ofSeconds(15))
			.until(() -> !output.getAll().contains("AbortedException")
					&& !output.getAll().contains("answered with status 500"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "%2B999999999-12-31T23:59:59Z,1", "-999999999-01-01T00:00:00Z,1",
			"%2B292278994-08-17T07:12:55.808Z,1" })
	void positionsOutsideOfAllTimes(String after) {
		this.client.send("POST", "/topics/positions/jobs", "{\"payload\":1}");
		OperationTests.assertProblem(
				this.client.sendInvalid("GET", "/topics/positions/jobs?state=READY&after=" + after, null), 400,
				"invalid-request", "'next'");
	}

	private Socket connect() throws IOException {
		URI address = URI.create(this.application.address());
		Socket socket = new Socket(address.getHost(), address.getPort());
		socket.setSoTimeout(30_000);
		return socket;
	}

	private static String head(String method, String path, String header) {
		return method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + header
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
