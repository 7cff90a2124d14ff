// SPDX-License-Identifier: Apache-2.0

package io.delay.drill;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Sends the requests of a client on connections of its own, and counts all answers in the
 * {@link Ledger}. It repeats nothing.
 */
final class JobClient {

	/** The maximum time for any answer. */
	private static final Duration TIMEOUT = Duration.ofSeconds(60);

	private final HttpClient http = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(Duration.ofSeconds(10))
		.build();

	private final Ledger ledger;

	private final String topic;

	private final Supplier<Target> targets;

	JobClient(Ledger ledger, String topic, Supplier<Target> targets) {
		this.ledger = ledger;
		this.topic = topic;
		this.targets = targets;
	}

	static String newReservation() {
		return UUID.randomUUID().toString();
	}

	Answer submit(String id, String payload) {
		return send("submit", "/jobs", "{\"id\":\"%s\",\"payload\":%s}".formatted(id, payload));
	}

	CompletableFuture<Answer> reserveLater(String reservation, Duration wait, Duration ttr, int limit) {
		return sendLater("reserve", "/reserve",
				"{\"limit\":%d,\"wait\":\"%s\",\"ttr\":\"%s\",\"maxAttempts\":100,\"consumer\":\"drill\",\"reservation\":\"%s\"}"
					.formatted(limit, wait, ttr, reservation));
	}

	Answer reserve(String reservation, Duration wait, Duration ttr, int limit) {
		return await(reserveLater(reservation, wait, ttr, limit));
	}

	Answer handBack(String reservation) {
		return send("hand-back", "/hand-back",
				"{\"consumer\":\"drill\",\"reservation\":\"%s\"}".formatted(reservation));
	}

	Answer ack(Answer.Lease lease) {
		return send("ack", "/ack", "{\"id\":\"%s\",\"token\":\"%s\"}".formatted(lease.id(), lease.token()));
	}

	private Answer send(String operation, String path, String body) {
		return await(sendLater(operation, path, body));
	}

	private static Answer await(CompletableFuture<Answer> answer) {
		return answer.orTimeout(2 * TIMEOUT.toSeconds(), TimeUnit.SECONDS).join();
	}

	private CompletableFuture<Answer> sendLater(String operation, String path, String body) {
		return this.http.sendAsync(request(path, body), HttpResponse.BodyHandlers.ofString())
			.handle((response, failure) -> answer(operation, response, failure));
	}

	private HttpRequest request(String path, String body) {
		Target target = this.targets.get();
		HttpRequest.Builder request = HttpRequest
			.newBuilder(URI.create(target.address() + "/delay/v1/topics/" + this.topic + path))
			.timeout(TIMEOUT)
			.header("Content-Type", "application/json")
			.POST(HttpRequest.BodyPublishers.ofString(body));
		if (!target.authorization().isEmpty()) {
			request.header("Authorization", target.authorization());
		}
		return request.build();
	}

	private Answer answer(String operation, @Nullable HttpResponse<String> response, @Nullable Throwable failure) {
		Answer answer = (response != null) ? Answer.of(response) : Answer.LOST;
		Throwable cause = (failure instanceof CompletionException) ? failure.getCause() : failure;
		this.ledger.count(operation + " " + ((cause == null || isBroken(cause)) ? answer : cause));
		return answer;
	}

	// A connection that breaks is part of the drill, and a request without an answer is
	// not
	private static boolean isBroken(Throwable cause) {
		return cause instanceof IOException
				&& (!(cause instanceof HttpTimeoutException) || cause instanceof HttpConnectTimeoutException);
	}

}
