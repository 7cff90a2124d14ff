// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.problem;

/**
 * Thrown if the response to a request is an error. It has no stack trace, because it is
 * caused by the client or by the store.
 */
public final class ProblemException extends RuntimeException {

	private final transient Problem problem;

	public ProblemException(Problem problem) {
		super(problem.detail(), null, false, false);
		this.problem = problem;
	}

	public ProblemException(ProblemType type, String detail) {
		this(Problem.of(type, detail));
	}

	public static ProblemException invalid(String detail) {
		return new ProblemException(ProblemType.INVALID_REQUEST, detail);
	}

	public Problem problem() {
		return this.problem;
	}

}
