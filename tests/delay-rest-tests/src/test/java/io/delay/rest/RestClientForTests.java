// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * Sends requests to a server, and validates requests and answers against the description
 * of the operations.
 */
public final class RestClientForTests {

	private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private final String address;

	public RestClientForTests(String address) {
		this.address = address + "/delay/v1";
	}

	/**
	 * Send a valid request and wait for the answer.
	 */
	public HttpResponse<String> send(String method, String path, @Nullable String body) {
		return sendLater(method, path, body).orTimeout(30, TimeUnit.SECONDS).join();
	}

	/**
	 * Send a valid request.
	 */
	public CompletableFuture<HttpResponse<String>> sendLater(String method, String path, @Nullable String body) {
		if (body != null) {
			OpenApi.description().assertValidRequest(method, path, body);
		}
		return exchange(method, path, request(method, path, body));
	}

	/**
	 * Send a request that may be invalid to a path that exists, and wait for the answer.
	 */
	public HttpResponse<String> sendInvalid(String method, String path, @Nullable String body) {
		return exchange(method, path, request(method, path, body)).orTimeout(30, TimeUnit.SECONDS).join();
	}

	public CompletableFuture<HttpResponse<String>> exchange(String method, String path, HttpRequest.Builder request) {
		return this.client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString()).thenApply((answer) -> {
			OpenApi.description().assertValidAnswer(method, path, answer);
			return answer;
		});
	}

	/**
	 * Send a request without validating the answer.
	 */
	public HttpResponse<String> sendUnchecked(HttpRequest.Builder request) {
		return this.client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString())
			.orTimeout(30, TimeUnit.SECONDS)
			.join();
	}

	public HttpRequest.Builder request(String method, String path, @Nullable String body) {
		return HttpRequest.newBuilder(URI.create(this.address + path))
			.timeout(Duration.ofSeconds(30))
			.header("Content-Type", "application/json")
			.method(method,
					(body != null) ? HttpRequest.BodyPublishers.ofString(body) : HttpRequest.BodyPublishers.noBody());
	}

	public HttpClient http() {
		return this.client;
	}

}
