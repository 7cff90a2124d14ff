/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.actuate.web;

import java.nio.charset.StandardCharsets;

/**
 * Why a request to the endpoint is refused before any operation is called.
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
					+ "?ids=4711%204712, and no body");

	private final Problem.Kind problem;

	private final byte[] answer;

	Refusal(Problem.Kind problem, String message) {
		this.problem = problem;
		this.answer = ("{\"problem\":\"" + problem + "\",\"message\":\"" + message + "\"}")
			.getBytes(StandardCharsets.UTF_8);
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
