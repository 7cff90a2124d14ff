// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobPriority;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;

/**
 * A builder for {@link NewJob} with simple default values.
 */
final class JobSpec {

	private final String id;

	private String topic = StoreContract.TOPIC;

	private DueTime dueTime = DueTime.NOW;

	private ConflictPolicy onConflict = ConflictPolicy.KEEP;

	private byte[] payload;

	private Map<String, String> headers = Map.of();

	private @Nullable Duration ttr;

	private @Nullable Integer maxAttempts;

	private JobPriority priority = JobPriority.NORMAL;

	private JobSpec(String id) {
		this.id = id;
		this.payload = ("payload of " + id).getBytes(StandardCharsets.UTF_8);
	}

	static JobSpec job(String id) {
		return new JobSpec(id);
	}

	JobSpec topic(String topic) {
		this.topic = topic;
		return this;
	}

	JobSpec delay(Duration delay) {
		this.dueTime = DueTime.after(delay);
		return this;
	}

	JobSpec at(Instant instant) {
		this.dueTime = DueTime.at(instant);
		return this;
	}

	JobSpec onConflict(ConflictPolicy onConflict) {
		this.onConflict = onConflict;
		return this;
	}

	JobSpec payload(String payload) {
		return payload(payload.getBytes(StandardCharsets.UTF_8));
	}

	JobSpec payload(byte[] payload) {
		this.payload = payload;
		return this;
	}

	JobSpec headers(Map<String, String> headers) {
		this.headers = headers;
		return this;
	}

	JobSpec ttr(Duration ttr) {
		this.ttr = ttr;
		return this;
	}

	JobSpec priority(JobPriority priority) {
		this.priority = priority;
		return this;
	}

	JobSpec maxAttempts(int maxAttempts) {
		this.maxAttempts = maxAttempts;
		return this;
	}

	NewJob toNewJob() {
		return new NewJob(this.topic, this.id, this.dueTime, this.onConflict,
				new JobRecord(this.payload, this.headers, this.ttr, this.maxAttempts, this.priority));
	}

}
