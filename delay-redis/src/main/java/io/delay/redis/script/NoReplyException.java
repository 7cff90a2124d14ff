// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;

/**
 * Thrown when a command was sent but no reply was received, so it is unknown whether it
 * was executed. A command that was not sent or was refused causes a different
 * {@code DataAccessException}.
 */
public final class NoReplyException extends DataAccessResourceFailureException {

	public NoReplyException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
