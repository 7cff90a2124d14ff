// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by a {@link JobHandler} if no further delivery of the job can succeed, for
 * instance because the payload is unreadable or invalid. The job is buried at once.
 *
 * @since 0.1.0
 */
public final class UnprocessableJobException extends RuntimeException {

	/**
	 * Create the exception.
	 * @param reason the reason; it is stored as the error of the failed job, so it must
	 * not contain values from the payload
	 */
	public UnprocessableJobException(String reason) {
		this(reason, null);
	}

	/**
	 * Create the exception.
	 * @param reason the reason; it is stored as the error of the failed job, so it must
	 * not contain values from the payload
	 * @param cause the cause, which is logged, or {@code null}
	 */
	public UnprocessableJobException(String reason, @Nullable Throwable cause) {
		super(reason, cause);
	}

}
