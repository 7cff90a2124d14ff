// SPDX-License-Identifier: Apache-2.0

package io.delay.support;

import org.jspecify.annotations.Nullable;

/**
 * Stands for an exception whose message, or that of a cause, is too long for a log.
 */
final class ShortenedException extends Exception {

	private static final int MAX_LENGTH = 2_000;

	// Guards against cyclic causes.
	private static final int MAX_CAUSES = 32;

	private ShortenedException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

	static Throwable of(Throwable failure) {
		Throwable cause = failure;
		for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
			String message = cause.getMessage();
			if (message != null && message.length() > MAX_LENGTH) {
				return shorten(failure, MAX_CAUSES);
			}
			cause = cause.getCause();
		}
		return failure;
	}

	private static Throwable shorten(Throwable failure, int causes) {
		Throwable cause = (causes > 0) ? failure.getCause() : null;
		String text = failure.toString();
		ShortenedException shortened = new ShortenedException(
				(text.length() > MAX_LENGTH) ? text.substring(0, MAX_LENGTH) + "…" : text,
				(cause != null) ? shorten(cause, causes - 1) : null);
		shortened.setStackTrace(failure.getStackTrace());
		return shortened;
	}

}
