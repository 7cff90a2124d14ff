// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.callback;

/**
 * Thrown when the partner does not answer. This is expected, so the exception has no
 * stack trace that would fill the log.
 */
class NoAnswerException extends RuntimeException {

	NoAnswerException(String message) {
		super(message, null, false, false);
	}

}
