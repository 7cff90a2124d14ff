// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;
import org.springframework.util.StringUtils;

/**
 * Why a delivery failed, on which host, and after which time. The character U+001E, which
 * separates failures in stores, is replaced by a line feed.
 *
 * @param error the class and message of the exception, or a reason in words, truncated to
 * {@value #MAX_ERROR_BYTES} bytes of UTF-8
 * @param host the host on which the delivery failed; control characters are replaced by
 * {@code _}
 * @param stackTrace where the exception was thrown, and its causes: the lines that follow
 * the error in a stack trace, truncated to {@value #MAX_STACK_TRACE_BYTES} bytes of
 * UTF-8; {@code null} if there is none
 * @param runTime how long the handler ran, in whole milliseconds; {@code null} if this is
 * unknown, for instance because the lease expired
 * @since 0.1.0
 */
public record FailureReason(String error, String host, @Nullable String stackTrace, @Nullable Duration runTime) {

	/**
	 * The maximum length of a stored error, in bytes of UTF-8.
	 */
	public static final int MAX_ERROR_BYTES = 2048;

	/**
	 * The maximum length of a stored stack trace, in bytes of UTF-8.
	 */
	public static final int MAX_STACK_TRACE_BYTES = 16384;

	private static final int MAX_PART_BYTES = 1000;

	private static final char SEPARATOR = '\u001E';

	public FailureReason {
		Assert.notNull(error, "'error' must not be null");
		Assert.hasText(host, "'host' must not be empty");
		Assert.isTrue(runTime == null || !runTime.isNegative(), "'runTime' must not be negative");
		error = cut(error, MAX_ERROR_BYTES).replace(SEPARATOR, '\n');
		host = host.replaceAll("\\p{Cntrl}", "_");
		stackTrace = StringUtils.hasText(stackTrace) ? cut(stackTrace, MAX_STACK_TRACE_BYTES).replace(SEPARATOR, '\n')
				: null;
		runTime = (runTime != null) ? runTime.truncatedTo(ChronoUnit.MILLIS) : null;
	}

	/**
	 * Create a reason without a stack trace and a run time.
	 * @param error the class and message of the exception, or a reason in words
	 * @param host the host on which the delivery failed
	 */
	public FailureReason(String error, String host) {
		this(error, host, null, null);
	}

	/**
	 * Create the reason for an exception.
	 * @param host the host on which it was thrown
	 * @return a reason with the class of the exception and its message, or with the class
	 * alone if there is no message or it cannot be read; without a stack trace
	 */
	public static FailureReason of(Throwable exception, String host) {
		return of(exception, host, null, null);
	}

	/**
	 * Create the reason for an exception.
	 * @param host the host on which it was thrown
	 * @param stackTrace its stack trace, {@code null} for none
	 * @param runTime how long the handler ran, {@code null} if this is unknown
	 * @return a reason with the class of the exception and its message, or with the class
	 * alone if there is no message or it cannot be read
	 */
	public static FailureReason of(Throwable exception, String host, @Nullable String stackTrace,
			@Nullable Duration runTime) {
		String message = messageOf(exception);
		String type = exception.getClass().getName();
		return new FailureReason((message != null) ? type + ": " + message : type, host, stackTrace, runTime);
	}

	/**
	 * Return how long the texts of this reason are.
	 * @return the number of characters of the error and the stack trace
	 */
	public int length() {
		return this.error.length() + ((this.stackTrace != null) ? this.stackTrace.length() : 0);
	}

	/**
	 * Combine this reason with the reason why the failure handler of the job failed.
	 * @param handling the reason why the failure handler failed
	 * @return a reason with both errors, each truncated to 1,000 bytes, and with the
	 * host, stack trace and run time of the given reason
	 */
	public FailureReason and(FailureReason handling) {
		return new FailureReason(
				cut(this.error, MAX_PART_BYTES) + "\nFailure handler: " + cut(handling.error, MAX_PART_BYTES),
				handling.host, handling.stackTrace, handling.runTime);
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
