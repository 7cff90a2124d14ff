// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.web;

import org.jspecify.annotations.Nullable;

import io.delay.actuate.descriptor.Problem;

/**
 * Why a request to the endpoint is refused without calling an operation.
 */
enum Refusal {

	/** The page of another site sent a change. */
	CROSS_SITE(Problem.Type.FORBIDDEN,
			"Changes are refused if the page of another site sends them; nothing was changed. Send them from a page of "
					+ "this server, or without a browser"),

	/**
	 * A DELETE has a body, which the actuator would ignore, so that the operation would
	 * change more than the body says.
	 */
	BODY(Problem.Type.INVALID_REQUEST,
			"A DELETE has a body, which would be ignored; nothing was changed. Send the parameters in the query, as in "
					+ "?ids=4711%204712, and no body"),

	/** The actuator cannot read the body of a POST. */
	UNREADABLE(Problem.Type.INVALID_REQUEST,
			"The body is not a JSON object whose values are texts; nothing was changed. Write several ids as one text, "
					+ "separated by white space, and a payload as the text of its JSON, as in {\"ids\":\"4711 4712\"} "
					+ "or {\"payloadText\":\"{\\\"order\\\":4711}\"}"),

	/** The actuator does not accept the content type of a POST. */
	MEDIA_TYPE(Problem.Type.UNSUPPORTED_MEDIA_TYPE,
			"The body is not declared as JSON; nothing was changed. Send a JSON object or nothing with "
					+ "Content-Type: application/json, not a form; parameters may also be in the query");

	private final Problem problem;

	Refusal(Problem.Type type, String detail) {
		this.problem = Problem.of(type, detail);
	}

	/**
	 * Return the refusal of a request whose body the actuator did not accept.
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

	Problem problem() {
		return this.problem;
	}

}
