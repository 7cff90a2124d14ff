// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.problem;

import java.util.regex.Pattern;

/**
 * Thrown if the response to a request is an error. It has no stack trace, because it is
 * caused by the client or by the store.
 */
public final class ProblemException extends RuntimeException {

	private static final int MAX_PRINTED = 100;

	private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cntrl}\\p{Cs}]");

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

	/**
	 * Return the beginning of a text of a client, which can contain any characters and be
	 * as long as the body.
	 */
	public static String printable(String text) {
		String start = (text.length() <= MAX_PRINTED) ? text : text.substring(0, MAX_PRINTED) + "...";
		return UNPRINTABLE.matcher(start).replaceAll("?");
	}

	public Problem problem() {
		return this.problem;
	}

}
