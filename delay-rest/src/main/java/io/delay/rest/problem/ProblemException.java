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

package io.delay.rest.problem;

/**
 * Thrown if the response to a request is an error. It has no stack trace, because it is
 * caused by the client or by the store.
 */
public final class ProblemException extends RuntimeException {

	private final transient Problem problem;

	/**
	 * Create the exception.
	 * @param problem the error
	 */
	public ProblemException(Problem problem) {
		super(problem.detail(), null, false, false);
		this.problem = problem;
	}

	/**
	 * Create the exception.
	 * @param type the kind of error
	 * @param detail what happened, the consequence and the remedy
	 */
	public ProblemException(ProblemType type, String detail) {
		this(Problem.of(type, detail));
	}

	/**
	 * Create the exception for an invalid request.
	 * @param detail the place, the value and the remedy
	 */
	public static ProblemException invalid(String detail) {
		return new ProblemException(ProblemType.INVALID_REQUEST, detail);
	}

	/** Return the error. */
	public Problem problem() {
		return this.problem;
	}

}
