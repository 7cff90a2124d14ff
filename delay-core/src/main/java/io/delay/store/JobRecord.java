// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.job.JobPriority;
import io.delay.job.JobRules;

/**
 * The data of a job that stay unchanged as long as the job exists.
 *
 * @param payload the payload as bytes; not copied, so callers must not modify it
 * @param ttr the TTR, or {@code null} if the job does not set one
 * @param maxAttempts the maximum number of attempts, or {@code null} if the job does not
 * set one
 * @since 0.1.0
 */
public record JobRecord(byte[] payload, Map<String, String> headers, @Nullable Duration ttr,
		@Nullable Integer maxAttempts, JobPriority priority) {

	public JobRecord {
		Assert.notNull(priority, "'priority' must not be null");
		headers = JobRules.checkHeaders(headers);
		if (ttr != null) {
			JobRules.checkTtr(ttr);
		}
		if (maxAttempts != null) {
			JobRules.checkMaxAttempts(maxAttempts);
		}
	}

	/**
	 * Create a record with a payload and default values.
	 * @param payload the payload as bytes
	 * @return the record
	 */
	public static JobRecord of(byte[] payload) {
		return new JobRecord(payload, Map.of(), null, null, JobPriority.NORMAL);
	}

	/**
	 * Return the same record with other headers.
	 * @return the record
	 */
	public JobRecord withHeaders(Map<String, String> headers) {
		return new JobRecord(this.payload, headers, this.ttr, this.maxAttempts, this.priority);
	}

	/**
	 * Return the same record with another payload.
	 * @param payload the payload as bytes
	 * @return the record
	 */
	public JobRecord withPayload(byte[] payload) {
		return new JobRecord(payload, this.headers, this.ttr, this.maxAttempts, this.priority);
	}

	/**
	 * Return a description of the record without its payload, which must not be logged.
	 */
	@Override
	public String toString() {
		return "JobRecord[" + this.payload.length + " bytes, ttr=" + this.ttr + ", maxAttempts=" + this.maxAttempts
				+ ", priority=" + this.priority + "]";
	}

}
