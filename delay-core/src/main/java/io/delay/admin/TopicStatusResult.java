// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.TransientDataAccessResourceException;

import io.delay.store.admin.TopicStatus;

/**
 * The status of a topic, or the reason why it could not be read. Internal to Delay: may
 * change without notice.
 *
 * @since 0.1.0
 * @hidden
 */
public record TopicStatusResult(@Nullable TopicStatus status, @Nullable RuntimeException failure) {

	/**
	 * Whether the store was unreachable. The result is {@code false} if the store replied
	 * that the topic cannot be used.
	 */
	public boolean isUnreachable() {
		return this.failure instanceof DataAccessResourceFailureException
				|| this.failure instanceof QueryTimeoutException;
	}

	// Whether the store replied that the topic temporarily cannot be used.
	boolean isUnusable() {
		return this.failure instanceof TransientDataAccessResourceException
				|| this.failure instanceof IllegalStateException;
	}

	/** Return why the topic could not be read, {@code null} if it was read. */
	public @Nullable String problem() {
		if (this.failure == null) {
			return null;
		}
		String message = this.failure.getMessage();
		return (message != null) ? message : this.failure.getClass().getSimpleName();
	}

}
