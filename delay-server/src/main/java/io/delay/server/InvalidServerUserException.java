// SPDX-License-Identifier: Apache-2.0

package io.delay.server;

/**
 * Thrown if a user of the server is configured incorrectly. The message contains no
 * password.
 */
final class InvalidServerUserException extends RuntimeException {

	private final String action;

	InvalidServerUserException(String message, String action) {
		super(message);
		this.action = action;
	}

	String action() {
		return this.action;
	}

}
