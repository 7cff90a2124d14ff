// SPDX-License-Identifier: Apache-2.0

package io.delay.submit;

import org.jspecify.annotations.Nullable;

/**
 * Thrown at start-up when a method with {@link DelaySubmit} or {@link DelayCancel} cannot
 * work as declared.
 *
 * @since 0.1.0
 */
public final class InvalidSubmitMethodException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final String problem;

	private final String remedy;

	/**
	 * Create the exception.
	 * @param problem what is wrong, naming the class and the method; without a full stop
	 * at the end
	 * @param remedy what to change
	 * @param cause the cause, or {@code null}
	 */
	public InvalidSubmitMethodException(String problem, String remedy, @Nullable Throwable cause) {
		super(problem + ". " + remedy, cause);
		this.problem = problem;
		this.remedy = remedy;
	}

	/**
	 * Return what is wrong.
	 * @return the first part of the message
	 */
	public String problem() {
		return this.problem;
	}

	/**
	 * Return what to change.
	 * @return the second part of the message
	 */
	public String remedy() {
		return this.remedy;
	}

}
