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
	 * Return a description of the record without its payload, which must not be logged.
	 */
	@Override
	public String toString() {
		return "JobRecord[" + this.payload.length + " bytes, ttr=" + this.ttr + ", maxAttempts=" + this.maxAttempts
				+ ", priority=" + this.priority + "]";
	}

}
