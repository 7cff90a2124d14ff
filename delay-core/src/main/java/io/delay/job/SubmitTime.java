// SPDX-License-Identifier: Apache-2.0

package io.delay.job;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The time at which a job was submitted. Stores record it as a header of the job if the
 * topic keeps a history. Instances of earlier versions pass it to handlers like any other
 * header.
 *
 * @since 0.1.0
 */
public final class SubmitTime {

	/**
	 * The name of the header, whose value is the time in milliseconds since the epoch.
	 */
	public static final String HEADER = "delay_submittedAt";

	private SubmitTime() {
	}

	/**
	 * Check the value of the header. A caller may set it, because a job that is submitted
	 * again has the headers of the previous one.
	 * @throws IllegalArgumentException if it is no time
	 */
	static String check(String value) {
		if (!JobRules.isMillis(value)) {
			throw new IllegalArgumentException("Header '" + HEADER
					+ "' must be a time in milliseconds since the epoch. Leave it out, because Delay sets it");
		}
		return value;
	}

	/**
	 * Add the time to the headers of a job, instead of an earlier one.
	 * @return the headers with the time, or without it if they would be too large
	 */
	public static Map<String, String> addTo(Map<String, String> headers, Instant time) {
		Map<String, String> all = new HashMap<>(headers);
		all.put(HEADER, Long.toString(time.toEpochMilli()));
		if (all.entrySet()
			.stream()
			.mapToInt((each) -> each.getKey().length() + each.getValue().length())
			.sum() > JobRules.MAX_HEADER_CHARACTERS) {
			all.remove(HEADER);
		}
		return all;
	}

	/**
	 * Return the time that the headers of a job contain.
	 * @return the time, {@code null} if they contain none that can be read
	 */
	public static @Nullable Instant of(Map<String, String> headers) {
		String time = headers.get(HEADER);
		return (time != null && JobRules.isMillis(time)) ? Instant.ofEpochMilli(Long.parseLong(time)) : null;
	}

}
