// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.request;

/**
 * Thrown when a request names a job, a topic or an operation that does not exist.
 */
public final class NotFoundException extends RuntimeException {

	public NotFoundException(String message) {
		super(message);
	}

}
