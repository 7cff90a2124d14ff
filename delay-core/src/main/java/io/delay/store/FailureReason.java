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

package io.delay.store;

import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

/**
 * Why a delivery failed, and on which host.
 *
 * @param error the class and message of the exception, or a reason in words, truncated to
 * {@value #MAX_ERROR_BYTES} bytes of UTF-8
 * @param host the host on which the delivery failed; control characters are replaced by
 * {@code _}
 * @since 0.1.0
 */
public record FailureReason(String error, String host) {

	/**
	 * The maximum length of a stored error, in bytes of UTF-8.
	 */
	public static final int MAX_ERROR_BYTES = 2048;

	private static final int MAX_PART_BYTES = 1000;

	public FailureReason {
		Assert.notNull(error, "'error' must not be null");
		Assert.hasText(host, "'host' must not be empty");
		error = cut(error, MAX_ERROR_BYTES);
		host = host.replaceAll("\\p{Cntrl}", "_");
	}

	/**
	 * Create the reason for an exception.
	 * @param exception the exception
	 * @param host the host on which it was thrown
	 * @return a reason with the class of the exception and its message, or with the class
	 * alone if there is no message or it cannot be read
	 */
	public static FailureReason of(Throwable exception, String host) {
		String message = messageOf(exception);
		String type = exception.getClass().getName();
		return new FailureReason((message != null) ? type + ": " + message : type, host);
	}

	/**
	 * Combine this reason with the reason why the failure handler of the job failed.
	 * @param handling the reason why the failure handler failed
	 * @return a reason with both errors, each truncated to 1,000 bytes, and the host on
	 * which the failure handler failed
	 */
	public FailureReason and(FailureReason handling) {
		return new FailureReason(
				cut(this.error, MAX_PART_BYTES) + "\nFailure handler: " + cut(handling.error, MAX_PART_BYTES),
				handling.host);
	}

	private static @Nullable String messageOf(Throwable exception) {
		try {
			return exception.getMessage();
		}
		catch (RuntimeException | Error ex) {
			return null;
		}
	}

	private static String cut(String error, int length) {
		byte[] bytes = error.getBytes(StandardCharsets.UTF_8);
		if (bytes.length <= length) {
			return error;
		}
		int end = length;
		while ((bytes[end] & 0xC0) == 0x80) {
			end--;
		}
		return new String(bytes, 0, end, StandardCharsets.UTF_8);
	}

}
