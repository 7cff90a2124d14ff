// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.request;

import io.delay.actuate.descriptor.Problem;

/**
 * Thrown when a request cannot be carried out.
 */
public final class ProblemException extends RuntimeException {

	private final Problem.Type type;

	public ProblemException(Problem.Type type, String message) {
		super(message);
		this.type = type;
	}

	static ProblemException invalid(String message) {
		return new ProblemException(Problem.Type.INVALID_REQUEST, message);
	}

	public Problem.Type type() {
		return this.type;
	}

}
