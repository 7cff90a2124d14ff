// SPDX-License-Identifier: Apache-2.0

package io.delay.admin.failures;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.store.admin.FailedJob;

/**
 * The cause of a failure: the class of the exception, and its message without the parts
 * that differ from job to job. Failures with equal causes belong together.
 *
 * @param exception the class of the exception, {@code null} if the failure has another
 * reason, for instance a TTR that elapsed
 * @param message the message, in which numbers, ids and quoted parts are masked; empty if
 * the exception has none, at most {@value #MAX_LENGTH} bytes of UTF-8 and an ellipsis. If
 * the error itself was cut and its masked message is shorter than that, the message ends
 * with its last masked part and an ellipsis.
 * @since 0.1.0
 */
public record FailureCause(@Nullable String exception, String message) {

	/**
	 * The maximum length of a masked message, in bytes of UTF-8 without an ellipsis. It
	 * is about half of the error that is read, so that the lengths of the masked parts do
	 * not affect where the message ends.
	 */
	public static final int MAX_LENGTH = 150;

	// Errors that were cut can be shorter than the maximum, because they end with a whole
	// character.
	private static final int MIN_CUT_BYTES = FailedJob.MAX_ERROR_BYTES - 3;

	private static final int KEY_BYTES = 6;

	private static final Pattern EXCEPTION = Pattern
		.compile("((?:[\\p{L}_$][\\p{L}\\p{N}_$]*\\.)+[\\p{L}_$][\\p{L}\\p{N}_$]*)(?::\\s?(.*))?", Pattern.DOTALL);

	public FailureCause {
		Assert.notNull(message, "'message' must not be null");
	}

	/**
	 * Determine the cause of a failure.
	 * @param error the error, of which only the beginning is considered
	 * @return the cause
	 */
	public static FailureCause of(String error) {
		String beginning = error.substring(0, Math.min(error.length(), FailedJob.MAX_ERROR_BYTES));
		boolean isCut = beginning.getBytes(StandardCharsets.UTF_8).length >= MIN_CUT_BYTES;
		Matcher matcher = EXCEPTION.matcher(beginning);
		if (!matcher.matches()) {
			return new FailureCause(null, FailureMask.mask(beginning, isCut, MAX_LENGTH));
		}
		String message = matcher.group(2);
		return new FailureCause(matcher.group(1),
				(message != null) ? FailureMask.mask(message, isCut, MAX_LENGTH) : "");
	}

	/**
	 * Return a short text that identifies the cause. It is the same in all applications
	 * and does not change over time.
	 * @return the key, 12 hexadecimal digits
	 */
	public String key() {
		try {
			byte[] digest = MessageDigest.getInstance("SHA-1")
				.digest((this.exception + "\n" + this.message).getBytes(StandardCharsets.UTF_8));
			return HexFormat.of().formatHex(digest, 0, KEY_BYTES);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("The JVM lacks the algorithm SHA-1", ex);
		}
	}

}
