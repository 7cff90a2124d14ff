/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
