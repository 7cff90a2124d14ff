// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Thrown when a topic is being moved, or was moved to another number of partitions while
 * this application was running. The script has changed nothing.
 */
public final class TopicMovedException extends TransientDataAccessResourceException {

	private static final long serialVersionUID = 1L;

	public TopicMovedException(String message) {
		super(message);
	}

	TopicMovedException(String message, Throwable cause) {
		super(message, cause);
	}

}
