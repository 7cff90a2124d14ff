// SPDX-License-Identifier: Apache-2.0

package io.delay.store.history;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.delay.job.JobRules;
import io.delay.store.JobRecord;

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

	private static final int MAX_DIGITS = 15;

	private SubmitTime() {
	}

	/**
	 * Add the time to a record. An earlier time is replaced, because a job that is
	 * submitted again has the headers of the previous one.
	 * @return the record with the header, or without it if the headers would be too large
	 */
	public static JobRecord addTo(JobRecord record, Instant time) {
		Map<String, String> headers = new HashMap<>(record.headers());
		headers.put(HEADER, Long.toString(time.toEpochMilli()));
		if (headers.entrySet()
			.stream()
			.mapToInt((each) -> each.getKey().length() + each.getValue().length())
			.sum() > JobRules.MAX_HEADER_CHARACTERS) {
			headers.remove(HEADER);
		}
		return record.withHeaders(headers);
	}

	/**
	 * Return the time that a record contains.
	 * @return the time, {@code null} if the record contains none that can be read
	 */
	public static @Nullable Instant of(JobRecord record) {
		String time = record.headers().get(HEADER);
		return (time != null && time.length() <= MAX_DIGITS
				&& time.chars().allMatch((digit) -> digit >= '0' && digit <= '9') && !time.isEmpty())
						? Instant.ofEpochMilli(Long.parseLong(time)) : null;
	}

}
