// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.request;

/**
 * Thrown when a request cannot be carried out.
 */
public final class ProblemException extends RuntimeException {

	private final Problem.Kind kind;

	public ProblemException(Problem.Kind kind, String message) {
		super(message);
		this.kind = kind;
	}

	static ProblemException invalid(String message) {
		return new ProblemException(Problem.Kind.BAD_REQUEST, message);
	}

	public static ProblemException notFound(String message) {
		return new ProblemException(Problem.Kind.NOT_FOUND, message);
	}

	public Problem.Kind kind() {
		return this.kind;
	}

}
