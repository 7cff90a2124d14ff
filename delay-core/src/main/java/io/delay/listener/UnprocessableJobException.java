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
 * Thrown by a {@link JobHandler} when no further delivery can help, for instance because
 * the payload cannot be read or is not valid. The job is buried at once.
 *
 * @since 0.1.0
 */
public final class UnprocessableJobException extends RuntimeException {

	/**
	 * Create the exception.
	 * @param reason why; becomes the error of the failed job, so without any value of the
	 * payload
	 */
	public UnprocessableJobException(String reason) {
		this(reason, null);
	}

	/**
	 * Create the exception.
	 * @param reason why; becomes the error of the failed job, so without any value of the
	 * payload
	 * @param cause what went wrong, or {@code null}; it is logged
	 */
	public UnprocessableJobException(String reason, @Nullable Throwable cause) {
		super(reason, cause);
	}

}
