// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Thrown when a partition is not open, because Redis has lost its data or the topic was
 * forgotten. The script has changed nothing.
 */
public final class PartitionClosedException extends TransientDataAccessResourceException {

	private static final long serialVersionUID = 1L;

	PartitionClosedException(String message, Throwable cause) {
		super(message, cause);
	}

}
