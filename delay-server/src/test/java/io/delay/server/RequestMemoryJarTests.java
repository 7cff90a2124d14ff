// SPDX-License-Identifier: Apache-2.0

package io.delay.server;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for a server with a heap of 256 MB that receives bodies of the maximum size at
 * the same time.
 */
@Tag("thorough")
@Timeout(300)
class RequestMemoryJarTests {

	private static final int MAX = 16 * 1024 * 1024;

	@Test
	void largestBodiesInParallelAreProcessedOrRefused() {
		try (EmbeddedRedis redis = EmbeddedRedis.start();
				RunningServer server = RunningServer.start(redis, "-Xmx256m")) {
			for (int parallel : new int[] { 1, 4, 8, 16, 1 }) {
				List<HttpResponse<String>> answers = send(server, "/jobs", largestBatch(), parallel);
				assertThat(answers).allSatisfy((answer) -> assertThat(answer.statusCode()).isIn(200, 503))
					.anySatisfy((answer) -> assertThat(answer.statusCode()).isEqualTo(200));
				assertRefusals(answers, parallel);
				List<HttpResponse<String>> tooLarge = send(server, "/topics/a/jobs", largestText(), parallel);
				assertThat(tooLarge).allSatisfy((answer) -> assertThat(answer.statusCode()).isIn(413, 503))
					.anySatisfy((answer) -> assertThat(answer.statusCode()).isEqualTo(413));
			}
			assertThat(server.log()).doesNotContain("OutOfMemoryError", " ERROR ");
		}
	}

	private static void assertRefusals(List<HttpResponse<String>> answers, int parallel) {
		List<HttpResponse<String>> refused = answers.stream().filter((answer) -> answer.statusCode() == 503).toList();
		assertThat(refused.isEmpty()).isEqualTo(parallel == 1);
		assertThat(refused).allSatisfy((answer) -> {
			assertThat(answer.body()).contains("urn:delay:problem:server-busy");
			assertThat(answer.headers().firstValue("Retry-After")).contains("1");
		});
	}

	private static List<HttpResponse<String>> send(RunningServer server, String path, byte[] body, int parallel) {
		HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
		String credentials = Base64.getEncoder()
			.encodeToString(("delay:" + server.password()).getBytes(StandardCharsets.UTF_8));
		HttpRequest request = HttpRequest.newBuilder(URI.create(server.address() + "/delay/v1" + path))
			.timeout(Duration.ofSeconds(60))
			.header("Authorization", "Basic " + credentials)
			.header("Content-Type", "application/json")
			.POST(HttpRequest.BodyPublishers.ofByteArray(body))
			.build();
		return IntStream.range(0, parallel)
			.mapToObj((index) -> client.sendAsync(request, HttpResponse.BodyHandlers.ofString()))
			.toList()
			.stream()
			.map((answer) -> answer.orTimeout(60, TimeUnit.SECONDS))
			.map(CompletableFuture::join)
			.toList();
	}

	// The ids are always the same, so that Redis keeps one copy
	private static byte[] largestBatch() {
		String jobs = IntStream.range(0, 500)
			.mapToObj((index) -> "{\"topic\":\"a\",\"delay\":\"1h\",\"id\":\"" + index + "\",\"payloadText\":\"\u4e2d"
					+ "x".repeat(33_400) + "\"}")
			.collect(Collectors.joining(",", "{\"jobs\":[", "]"));
		return filled(jobs);
	}

	private static byte[] largestText() {
		return filled("{\"payloadText\":\"\u4e2d" + "x".repeat(MAX - 100) + "\"");
	}

	private static byte[] filled(String start) {
		byte[] bytes = start.getBytes(StandardCharsets.UTF_8);
		return (start + " ".repeat(MAX - bytes.length - 1) + "}").getBytes(StandardCharsets.UTF_8);
	}

}
