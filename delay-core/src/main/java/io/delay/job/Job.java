// SPDX-License-Identifier: Apache-2.0

package io.delay.job;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

/**
 * Work to be done later. A job has a topic, a payload and a due time, and optionally an
 * id, a TTR, a maximum number of attempts, a priority and headers. Jobs are immutable,
 * and are created with {@link #to(String)}.
 *
 * @since 0.1.0
 */
public final class Job {

	private final String topic;

	private final @Nullable String id;

	private final Object payload;

	private final DueTime dueTime;

	private final @Nullable Duration ttr;

	private final @Nullable Integer maxAttempts;

	private final JobPriority priority;

	private final Map<String, String> headers;

	private final ConflictPolicy onConflict;

	private Job(Builder builder) {
		this.topic = builder.topic;
		this.id = builder.id;
		this.payload = builder.payload;
		this.dueTime = builder.dueTime;
		this.ttr = builder.ttr;
		this.maxAttempts = builder.maxAttempts;
		this.priority = builder.priority;
		this.headers = JobRules.checkHeaders(builder.headers);
		checkExpiry();
		this.onConflict = builder.onConflict;
	}

	private void checkExpiry() {
		if (this.dueTime instanceof DueTime.At at) {
			Instant expiresAt = ExpiryTime.of(this.headers, at.instant());
			if (expiresAt != null && !expiresAt.isAfter(at.instant())) {
				throw new IllegalArgumentException("The job would expire at " + expiresAt + ", but it is due at "
						+ at.instant() + ". Set a later expiry time, or use expiresAfter");
			}
		}
	}

	/**
	 * Create a builder for a job of a topic. By default the job is due at once, has an
	 * empty payload and gets a generated id.
	 * @param topic the topic: 1 to 200 characters of {@code A-Z a-z 0-9 . _ -}
	 * @return a builder
	 * @throws IllegalArgumentException if the topic is invalid
	 */
	public static Builder to(String topic) {
		return new Builder(topic);
	}

	public String topic() {
		return this.topic;
	}

	/**
	 * Return the id that the caller has set.
	 * @return the id, or {@code null} if an id will be generated
	 */
	public @Nullable String id() {
		return this.id;
	}

	public Object payload() {
		return this.payload;
	}

	public DueTime dueTime() {
		return this.dueTime;
	}

	/**
	 * Return the TTR that this job sets.
	 * @return the TTR, or {@code null} if the TTR of the consumer applies
	 */
	public @Nullable Duration ttr() {
		return this.ttr;
	}

	/**
	 * Return the maximum number of attempts that this job sets.
	 * @return the maximum, or {@code null} if the maximum of the consumer applies
	 */
	public @Nullable Integer maxAttempts() {
		return this.maxAttempts;
	}

	public JobPriority priority() {
		return this.priority;
	}

	public Map<String, String> headers() {
		return this.headers;
	}

	public ConflictPolicy onConflict() {
		return this.onConflict;
	}

	/**
	 * Return a description of the job without its payload, which must not be logged.
	 */
	@Override
	public String toString() {
		return "Job[topic=" + this.topic + ", id=" + this.id + ", dueTime=" + this.dueTime + "]";
	}

	/**
	 * Builder for {@link Job}. Every value is checked when it is set.
	 */
	public static final class Builder {

		private final String topic;

		private @Nullable String id;

		private Object payload = "";

		private DueTime dueTime = DueTime.NOW;

		private @Nullable Duration ttr;

		private @Nullable Integer maxAttempts;

		private JobPriority priority = JobPriority.NORMAL;

		private final Map<String, String> headers = new LinkedHashMap<>();

		private ConflictPolicy onConflict = ConflictPolicy.KEEP;

		private Builder(String topic) {
			this.topic = JobRules.checkTopic(topic);
		}

		/**
		 * Set the id, which must be unique within the topic. By default an id is
		 * generated.
		 * @param id 1 to 200 bytes without white space or control characters
		 * @return this builder
		 * @throws IllegalArgumentException if the id is invalid
		 */
		public Builder id(String id) {
			this.id = JobRules.checkId(id);
			return this;
		}

		/**
		 * Set the payload.
		 * @param payload a {@code String} or {@code byte[]}, stored unchanged, or an
		 * object that is written as JSON
		 * @return this builder
		 */
		public Builder payload(Object payload) {
			Assert.notNull(payload, "'payload' must not be null");
			this.payload = payload;
			return this;
		}

		/**
		 * Set the delay, which starts when the store receives the job.
		 * @param delay zero or longer
		 * @return this builder
		 * @throws IllegalArgumentException if the delay is negative or ends after the
		 * year 9999
		 */
		public Builder delay(Duration delay) {
			this.dueTime = DueTime.after(delay);
			return this;
		}

		/**
		 * Set the due time.
		 * @param dueTime an instant; an instant in the past means now
		 * @return this builder
		 * @throws IllegalArgumentException if the instant is after the year 9999
		 */
		public Builder dueTime(Instant dueTime) {
			this.dueTime = DueTime.at(dueTime);
			return this;
		}

		/**
		 * Set the time from which no handler is called for the job any more. A job that
		 * is not done by then ends with the outcome {@code EXPIRED}. By default a job
		 * never expires. Replaces an earlier {@code expiresAfter}.
		 * @param expiresAt an instant, later than a due time that is an instant, too;
		 * fractions of a millisecond are rounded up
		 * @return this builder
		 * @throws IllegalArgumentException if the instant is before 1970 or after the
		 * year 9999
		 */
		public Builder expiresAt(Instant expiresAt) {
			this.headers.put(ExpiryTime.HEADER, ExpiryTime.at(expiresAt));
			return this;
		}

		/**
		 * Set how long after its due time the job expires, see
		 * {@link #expiresAt(Instant)}, which this call replaces. If the job is
		 * rescheduled or edited to be due at another time, it expires later or earlier by
		 * the same duration; retries do not change this.
		 * @param expiresAfter longer than zero; fractions of a millisecond are rounded up
		 * @return this builder
		 * @throws IllegalArgumentException if the duration is zero or negative, or ends
		 * after the year 9999
		 */
		public Builder expiresAfter(Duration expiresAfter) {
			this.headers.put(ExpiryTime.HEADER, ExpiryTime.after(expiresAfter));
			return this;
		}

		/**
		 * Set how long a worker may hold the job before it is delivered again. By default
		 * the setting of the consumer applies.
		 * @param ttr longer than zero, at most 100 days; fractions of a millisecond are
		 * rounded up
		 * @return this builder
		 * @throws IllegalArgumentException if the TTR is invalid
		 */
		public Builder ttr(Duration ttr) {
			this.ttr = JobRules.checkTtr(ttr);
			return this;
		}

		/**
		 * Set the maximum number of attempts, after which the job is buried. By default
		 * the setting of the consumer applies.
		 * @param maxAttempts 1 to 99,999
		 * @return this builder
		 * @throws IllegalArgumentException if the maximum is invalid
		 */
		public Builder maxAttempts(int maxAttempts) {
			this.maxAttempts = JobRules.checkMaxAttempts(maxAttempts);
			return this;
		}

		/**
		 * Set the priority among the ready jobs of the topic.
		 * @param priority the priority; the default is {@link JobPriority#NORMAL}
		 * @return this builder
		 */
		public Builder priority(JobPriority priority) {
			Assert.notNull(priority, "'priority' must not be null");
			this.priority = priority;
			return this;
		}

		/**
		 * Add a header that the handler can read with {@code @Header}.
		 * @return this builder
		 * @throws IllegalArgumentException if the name is empty, or if it is that of the
		 * header of the expiry time or submit time and the value cannot be read
		 */
		public Builder header(String name, String value) {
			Assert.hasText(name, "'name' must not be empty");
			Assert.notNull(value, "'value' must not be null");
			this.headers.put(name, switch (name) {
				case ExpiryTime.HEADER -> ExpiryTime.check(value);
				case SubmitTime.HEADER -> SubmitTime.check(value);
				default -> value;
			});
			return this;
		}

		/**
		 * Set what to do if the topic already contains a job with this id.
		 * @param onConflict the policy; the default is {@link ConflictPolicy#KEEP}
		 * @return this builder
		 */
		public Builder onConflict(ConflictPolicy onConflict) {
			Assert.notNull(onConflict, "'onConflict' must not be null");
			this.onConflict = onConflict;
			return this;
		}

		/**
		 * Create the job.
		 * @return the job
		 * @throws IllegalArgumentException if the headers are too large
		 */
		public Job build() {
			return new Job(this);
		}

	}

}
