// SPDX-License-Identifier: Apache-2.0

package io.delay.job;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The time from which a job is no longer delivered to a handler. It is a header of the
 * job, so a store keeps it without knowing it, and consumers that reserve jobs by
 * themselves can read it.
 *
 * @since 0.1.0
 */
public final class ExpiryTime {

	/**
	 * The name of the header, whose value is a time in milliseconds since the epoch, or
	 * {@code +} and a number of milliseconds after the due time.
	 */
	public static final String HEADER = "delay_expires";

	private ExpiryTime() {
	}

	static String at(Instant instant) {
		return Long.toString(JobRules.roundUp(JobRules.checkExpiryTime(instant)).toEpochMilli());
	}

	static String after(Duration duration) {
		return "+" + JobRules.roundUp(JobRules.checkExpiry(duration)).toMillis();
	}

	/**
	 * Check the value of the header.
	 * @throws IllegalArgumentException if it cannot be read
	 */
	static String check(String value) {
		if (!isReadable(value)) {
			throw new IllegalArgumentException("Header '" + HEADER
					+ "' must be a time in milliseconds since the epoch, "
					+ "or '+' and a number of milliseconds after the due time. Use expiresAt or expiresAfter instead");
		}
		return value;
	}

	/**
	 * Return the expiry time of a job.
	 * @param headers the headers of the job
	 * @param dueTime when the job was first due
	 * @return the time, {@code null} if the job has none that can be read
	 */
	public static @Nullable Instant of(Map<String, String> headers, Instant dueTime) {
		String value = headers.get(HEADER);
		if (value == null || !isReadable(value)) {
			return null;
		}
		try {
			return (value.charAt(0) == '+') ? dueTime.plusMillis(Long.parseLong(value.substring(1)))
					: Instant.ofEpochMilli(Long.parseLong(value));
		}
		catch (DateTimeException ex) {
			return null;
		}
	}

	private static boolean isReadable(String value) {
		return JobRules.isMillis(value.startsWith("+") ? value.substring(1) : value);
	}

}
