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
 *
 * @since 0.1.0
 */
public final class JobSpec {

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

	public static JobSpec job(String id) {
		return new JobSpec(id);
	}

	public JobSpec topic(String topic) {
		this.topic = topic;
		return this;
	}

	public JobSpec delay(Duration delay) {
		this.dueTime = DueTime.after(delay);
		return this;
	}

	public JobSpec at(Instant instant) {
		this.dueTime = DueTime.at(instant);
		return this;
	}

	public JobSpec onConflict(ConflictPolicy onConflict) {
		this.onConflict = onConflict;
		return this;
	}

	public JobSpec payload(String payload) {
		return payload(payload.getBytes(StandardCharsets.UTF_8));
	}

	public JobSpec payload(byte[] payload) {
		this.payload = payload;
		return this;
	}

	public JobSpec headers(Map<String, String> headers) {
		this.headers = headers;
		return this;
	}

	public JobSpec ttr(Duration ttr) {
		this.ttr = ttr;
		return this;
	}

	public JobSpec priority(JobPriority priority) {
		this.priority = priority;
		return this;
	}

	public JobSpec maxAttempts(int maxAttempts) {
		this.maxAttempts = maxAttempts;
		return this;
	}

	public NewJob toNewJob() {
		return new NewJob(this.topic, this.id, this.dueTime, this.onConflict,
				new JobRecord(this.payload, this.headers, this.ttr, this.maxAttempts, this.priority));
	}

}
