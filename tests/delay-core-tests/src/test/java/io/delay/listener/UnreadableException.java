// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

/**
 * A caller that reads its message gets another exception, and so does a logger.
 */
public class UnreadableException extends RuntimeException {

	@Override
	public String getMessage() {
		throw new IllegalStateException("Not even the message");
	}

}
