// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.web;

/**
 * Thrown when a user may not use an operation.
 */
public final class ForbiddenException extends RuntimeException {

	public ForbiddenException(String message) {
		super(message);
	}

}
