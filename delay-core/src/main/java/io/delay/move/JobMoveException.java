// SPDX-License-Identifier: Apache-2.0

package io.delay.move;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when a move cannot be completed. No job is lost, and another move continues it.
 *
 * @since 0.1.0
 */
public final class JobMoveException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	/**
	 * Create an exception.
	 * @param message what happened, to which topic and job
	 * @param cause the cause, {@code null} for none
	 */
	public JobMoveException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
