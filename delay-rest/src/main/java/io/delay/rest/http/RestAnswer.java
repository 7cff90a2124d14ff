// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.http;

import java.util.function.Consumer;

import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

import io.delay.rest.json.JsonAnswer;
import io.delay.rest.problem.Problem;

/**
 * Creates the responses to requests.
 */
public final class RestAnswer {

	private RestAnswer() {
	}

	public static ResponseEntity<byte[]> created(String location, Consumer<JsonAnswer> content) {
		return answer(HttpStatus.CREATED).header(HttpHeaders.LOCATION, location)
			.contentType(MediaType.APPLICATION_JSON)
			.body(JsonAnswer.write(content));
	}

	public static ResponseEntity<byte[]> ok(Consumer<JsonAnswer> content) {
		return answer(HttpStatus.OK).contentType(MediaType.APPLICATION_JSON).body(JsonAnswer.write(content));
	}

	public static ResponseEntity<byte[]> empty() {
		return answer(HttpStatus.NO_CONTENT).build();
	}

	public static ResponseEntity<byte[]> problem(Problem problem) {
		return answer(HttpStatus.valueOf(problem.type().status())).contentType(MediaType.APPLICATION_PROBLEM_JSON)
			.headers((headers) -> problem.headers().forEach(headers::set))
			.body(JsonAnswer.write((answer) -> write(answer, problem)));
	}

	public static void write(JsonAnswer answer, Problem problem) {
		answer.text("type", problem.type().uri())
			.text("title", problem.type().title())
			.number("status", problem.type().status())
			.text("detail", problem.detail());
		if (!problem.ids().isEmpty()) {
			answer.list("ids", problem.ids());
		}
	}

	private static ResponseEntity.BodyBuilder answer(HttpStatus status) {
		return ResponseEntity.status(status).cacheControl(CacheControl.noStore());
	}

}
