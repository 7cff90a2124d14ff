// SPDX-License-Identifier: Apache-2.0

package io.delay.store.admin;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

import org.springframework.util.Assert;

/**
 * The failure of a failed job, without the record of the job.
 *
 * @param time when the job was buried, according to the store's clock
 * @param error the beginning of its last error, truncated to {@value #MAX_ERROR_BYTES}
 * bytes of UTF-8
 * @param version identifies this failure, so that the job can be changed only if it has
 * not failed again in the meantime
 * @since 0.1.0
 */
public record FailedJob(String id, Instant time, String error, String version) {

	/**
	 * The maximum length of an error, in bytes of UTF-8.
	 */
	public static final int MAX_ERROR_BYTES = 300;

	public FailedJob {
		Assert.hasLength(id, "'id' must not be empty");
		Assert.notNull(time, "'time' must not be null");
		Assert.notNull(error, "'error' must not be null");
		Assert.hasText(version, "'version' must not be empty");
		error = cut(error.getBytes(StandardCharsets.UTF_8));
	}

	private static String cut(byte[] error) {
		int end = Math.min(error.length, MAX_ERROR_BYTES);
		while (end < error.length && (error[end] & 0xC0) == 0x80) {
			end--;
		}
		return new String(error, 0, end, StandardCharsets.UTF_8);
	}

}
