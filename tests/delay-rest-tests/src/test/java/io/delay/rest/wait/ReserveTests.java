// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.wait;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.rest.RestApplication;
import io.delay.rest.RestApplication.Web;
import io.delay.rest.RestClientForTests;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for reserves over HTTP, with and without a wait.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ReserveTests {

	private static final Duration TIMEOUT = Duration.ofSeconds(15);

	private final Web web;

	private RestApplication application;

	private RestClientForTests client;

	private DelayTemplate template;

	ReserveTests(Web web) {
		this.web = web;
	}

	@BeforeAll
	void start() {
		this.application = start(this.web);
		this.client = new RestClientForTests(this.application.address());
		this.template = this.application.bean(DelayTemplate.class);
	}

	RestApplication start(Web web) {
		return RestApplication.start(web, RestApplication.open());
	}

	RestApplication application() {
		return this.application;
	}

	@AfterAll
	void stop() {
		this.application.close();
	}

	@Test
	void wholeLife() {
		submit("life", "a");
		HttpResponse<String> reserved = reserve("life", "{\"wait\":\"5s\",\"maxAttempts\":3}");
		assertThat(reserved.body()).contains("\"attempt\":1", "\"maxAttempts\":3", "\"payload\":1");
		String token = token(reserved);
		assertThat(post("life", "touch", "{\"id\":\"a\",\"token\":\"" + token + "\",\"ttr\":\"2m\"}").statusCode())
			.isEqualTo(204);
		assertThat(
				post("life", "fail", "{\"id\":\"a\",\"token\":\"" + token + "\",\"error\":\"broken\",\"delay\":\"0s\"}")
					.statusCode())
			.isEqualTo(204);
		assertThat(post("life", "ack", "{\"id\":\"a\",\"token\":\"" + token + "\"}").statusCode()).isEqualTo(409);
		HttpResponse<String> again = reserve("life", "{}");
		assertThat(again.body()).contains("\"attempt\":2");
		assertThat(post("life", "ack", "{\"id\":\"a\",\"token\":\"" + token(again) + "\"}").statusCode())
			.isEqualTo(204);
		assertThat(this.template.find("life", "a")).isEmpty();
	}

	@Test
	void waitEndsWithoutJobs() {
		HttpResponse<String> nothing = reserve("empty", "{\"wait\":\"1500ms\"}");
		assertThat(nothing.statusCode()).isEqualTo(200);
		// At most a space a second, with allowance for a busy machine
		assertThat(nothing.body()).matches(" {0,5}\\{\"jobs\":\\[]}");
	}

	@Test
	void waitEndsWhenJobIsSubmitted() {
		CompletableFuture<HttpResponse<String>> waiting = reserveLater("woken", "{\"wait\":\"20s\"}");
		Awaitility.await().atMost(TIMEOUT).until(() -> this.application.waiting() == 1);
		submit("woken", "b");
		assertThat(waiting.orTimeout(10, TimeUnit.SECONDS).join().body()).contains("\"id\":\"b\"");
	}

	@Test
	void waitEndsWhenJobBecomesDue() {
		this.template.submit(Job.to("due").id("c").payload("1").delay(Duration.ofMillis(500)).build());
		HttpResponse<String> reserved = reserve("due", "{\"wait\":\"20s\"}");
		assertThat(reserved.body()).contains("\"id\":\"c\"");
	}

	@Test
	void clientThatHangsUpFreesItsPlace() throws Exception {
		try (Socket socket = request("gone", "{\"wait\":\"20s\"}")) {
			Awaitility.await().atMost(TIMEOUT).until(() -> this.application.waiting() == 1);
		}
		Awaitility.await().atMost(TIMEOUT).until(() -> this.application.waiting() == 0);
		submit("gone", "d");
		assertThat(this.template.find("gone", "d"))
			.hasValueSatisfying((job) -> assertThat(job.state()).isEqualTo(JobState.READY));
		assertThat(this.template.reserve("gone", 1)).singleElement()
			.satisfies((job) -> assertThat(job.terms().attempt()).isEqualTo(1));
	}

	@Test
	void lostReplyIsHandedBackWithTheReservation() {
		submit("lost", "f");
		String reservation = UUID.randomUUID().toString();
		reserve("lost", "{\"reservation\":\"" + reservation + "\",\"consumer\":\"w1\"}");
		assertThat(reserve("lost", "{}").body()).isEqualTo("{\"jobs\":[]}");
		String identity = "{\"reservation\":\"" + reservation + "\",\"consumer\":\"w1\"}";
		assertThat(post("lost", "hand-back", identity).body()).isEqualTo("{\"topic\":\"lost\",\"jobs\":1}");
		assertThat(post("lost", "hand-back", identity).body()).isEqualTo("{\"topic\":\"lost\",\"jobs\":0}");
		assertThat(reserve("lost", "{}").body()).contains("\"attempt\":1");
	}

	@Test
	void handBackEndsAReserveThatStillWaits() {
		String identity = "\"reservation\":\"" + UUID.randomUUID() + "\",\"consumer\":\"w1\"}";
		CompletableFuture<HttpResponse<String>> waiting = reserveLater("early", "{\"wait\":\"20s\"," + identity);
		Awaitility.await().atMost(TIMEOUT).until(() -> this.application.waiting() == 1);
		assertThat(post("early", "hand-back", "{" + identity).body()).isEqualTo("{\"topic\":\"early\",\"jobs\":0}");
		assertThat(waiting.orTimeout(10, TimeUnit.SECONDS).join().body().strip()).isEqualTo("{\"jobs\":[]}");
		submit("early", "h");
		assertThat(reserve("early", "{}").body()).contains("\"id\":\"h\"", "\"attempt\":1");
	}

	@Test
	void manyWaitingClientsEachGetOneJob() {
		int clients = 50;
		List<CompletableFuture<HttpResponse<String>>> waiting = IntStream.range(0, clients)
			.mapToObj((index) -> reserveLater("many", "{\"wait\":\"20s\"}"))
			.toList();
		Awaitility.await().atMost(TIMEOUT).until(() -> this.application.waiting() == clients);
		IntStream.range(0, clients).forEach((index) -> submit("many", "job-" + index));
		assertThat(waiting.stream().map((future) -> future.orTimeout(15, TimeUnit.SECONDS).join().body().strip()))
			.allSatisfy((body) -> assertThat(body).contains("\"id\":\"job-"))
			.doesNotHaveDuplicates();
	}

	void submit(String topic, String id) {
		this.template.submit(Job.to(topic).id(id).payload("1").build());
	}

	private HttpResponse<String> reserve(String topic, String body) {
		return reserveLater(topic, body).orTimeout(30, TimeUnit.SECONDS).join();
	}

	private CompletableFuture<HttpResponse<String>> reserveLater(String topic, String body) {
		return this.client.sendLater("POST", "/topics/" + topic + "/reserve", body);
	}

	private HttpResponse<String> post(String topic, String operation, String body) {
		return this.client.send("POST", "/topics/" + topic + "/" + operation, body);
	}

	private static String token(HttpResponse<String> reserved) {
		String body = reserved.body();
		int start = body.indexOf("\"token\":\"") + 9;
		return body.substring(start, body.indexOf('"', start));
	}

	// A request whose connection the test closes itself
	Socket request(String topic, String body) throws IOException {
		URI address = URI.create(this.application.address());
		Socket socket = new Socket(address.getHost(), address.getPort());
		OutputStream out = socket.getOutputStream();
		out.write(("POST /delay/v1/topics/" + topic + "/reserve HTTP/1.1\r\nHost: localhost\r\n"
				+ "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
			.getBytes(StandardCharsets.US_ASCII));
		out.flush();
		return socket;
	}

}
