// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.redis;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the embedded Redis cannot be started.
 */
class EmbeddedRedisException extends RuntimeException {

	EmbeddedRedisException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
