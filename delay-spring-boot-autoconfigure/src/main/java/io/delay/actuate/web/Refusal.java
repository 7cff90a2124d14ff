// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.web;

import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

import io.delay.actuate.request.Problem;

/**
 * Why a request to the endpoint is refused without calling an operation.
 */
enum Refusal {

	/** The page of another site sent a change. */
	CROSS_SITE(Problem.Kind.FORBIDDEN,
			"Changes are refused if the page of another site sends them; nothing was changed. Send them from a page of "
					+ "this server, or without a browser"),

	/**
	 * A DELETE has a body, which the actuator would ignore, so that the operation would
	 * change more than the body says.
	 */
	BODY(Problem.Kind.BAD_REQUEST,
			"A DELETE has a body, which would be ignored; nothing was changed. Send the parameters in the query, as in "
					+ "?ids=4711%204712, and no body"),

	/** The actuator cannot read the body of a POST. */
	UNREADABLE(Problem.Kind.BAD_REQUEST,
			"The body is not a JSON object whose values are texts; nothing was changed. Write several ids as one text, "
					+ "separated by white space, and a payload as the text of its JSON, as in {\"ids\":\"4711 4712\"} "
					+ "or {\"payload\":\"{\\\"order\\\":4711}\"}"),

	/** The actuator does not accept the content type of a POST. */
	MEDIA_TYPE(Problem.Kind.UNSUPPORTED_MEDIA_TYPE,
			"The body is not declared as JSON; nothing was changed. Send a JSON object or nothing with "
					+ "Content-Type: application/json, not a form; parameters may also be in the query");

	private final Problem.Kind problem;

	private final byte[] answer;

	Refusal(Problem.Kind problem, String message) {
		this.problem = problem;
		String text = message.replace("\\", "\\\\").replace("\"", "\\\"");
		this.answer = ("{\"problem\":\"" + problem + "\",\"message\":\"" + text + "\"}")
			.getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * Return the refusal of a request whose body the actuator did not accept.
	 * @param method the HTTP method
	 * @param status the HTTP status with which the actuator ended the request
	 * @return the refusal, {@code null} if the body is not the reason
	 */
	static @Nullable Refusal ofBody(String method, int status) {
		if (!method.equals("POST")) {
			return null;
		}
		return switch (status) {
			case 400 -> UNREADABLE;
			case 415 -> MEDIA_TYPE;
			default -> null;
		};
	}

	/**
	 * Return the status of the answer.
	 * @return the HTTP status
	 */
	int status() {
		return this.problem.status();
	}

	/**
	 * Return the body of the answer.
	 * @return a JSON object, which must not be changed
	 */
	byte[] answer() {
		return this.answer;
	}

}
