// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.job.JobDefaults;
import io.delay.job.JobRules;
import io.delay.job.RateLimit;

/**
 * The settings of a listener. A value that is {@code null} is not set, so that settings
 * can be combined: those of a topic take precedence over those of the annotation, which
 * take precedence over the general defaults.
 *
 * @param concurrency the number of jobs handled at the same time, at least 1
 * @param batch the maximum number of jobs that are passed to the handler in one call, 1
 * to {@value JobRules#MAX_BATCH}; required for a {@link BatchJobHandler}, and not allowed
 * for any other handler
 * @param ttr how long a worker may hold a job that does not specify its own TTR
 * @param autoTouch whether the lease of a job is extended while its handler runs
 * @param maxRunTime the maximum time that a handler may run while its lease is extended
 * @param maxAttempts the maximum number of attempts of jobs that do not specify their own
 * @param rateLimit how many jobs of the topic may be delivered, by all instances together
 * @param backoff how long a job waits after a failed attempt
 * @param retryFor exceptions after which a job is delivered again, subclasses and causes
 * included; empty for all
 * @param noRetryFor exceptions after which a job is buried at once, subclasses and causes
 * included; takes precedence over {@code retryFor}
 * @param autoStartup whether the container starts with the application
 * @param transactional whether the handler runs in a transaction of the store, in which
 * its job is settled
 * @since 0.1.0
 */
public record ListenerSettings(@Nullable Integer concurrency, @Nullable Integer batch, @Nullable Duration ttr,
		@Nullable Boolean autoTouch, @Nullable Duration maxRunTime, @Nullable Integer maxAttempts,
		@Nullable RateLimit rateLimit, @Nullable BackoffPolicy backoff,
		@Nullable List<Class<? extends Throwable>> retryFor, @Nullable List<Class<? extends Throwable>> noRetryFor,
		@Nullable Boolean autoStartup, @Nullable Boolean transactional) {

	private static final ListenerSettings NONE = new Builder().build();

	private static final ListenerSettings DEFAULTS = new ListenerSettings(JobDefaults.CONCURRENCY, null,
			JobDefaults.TTR, false, JobDefaults.MAX_RUN_TIME, JobDefaults.MAX_ATTEMPTS, null, BackoffPolicy.ttr(),
			List.of(), List.of(), true, false);

	public ListenerSettings {
		if (concurrency != null) {
			JobRules.checkConcurrency(concurrency);
		}
		if (batch != null) {
			JobRules.checkBatch(batch);
		}
		if (ttr != null) {
			JobRules.checkTtr(ttr);
		}
		if (maxRunTime != null) {
			JobRules.checkMaxRunTime(maxRunTime);
		}
		if (maxAttempts != null) {
			JobRules.checkMaxAttempts(maxAttempts);
		}
		if (retryFor != null) {
			retryFor = List.copyOf(retryFor);
		}
		if (noRetryFor != null) {
			noRetryFor = List.copyOf(noRetryFor);
		}
	}

	/**
	 * Return settings in which no value is set.
	 * @return the settings
	 */
	public static ListenerSettings none() {
		return NONE;
	}

	/**
	 * Return the general defaults: concurrency 8, TTR 60 s, no automatic touch, 5
	 * attempts, a wait after a failure until the lease would have ended, and a start with
	 * the application.
	 * @return settings in which every value except the batch and the rate limit is set
	 */
	public static ListenerSettings defaults() {
		return DEFAULTS;
	}

	/**
	 * Create a builder in which no value is set.
	 * @return a builder
	 */
	public static Builder builder() {
		return new Builder();
	}

	/**
	 * Combine these settings with others. Values that are set here take precedence.
	 * @param base the settings that supply the values missing here
	 * @return the combined settings
	 */
	public ListenerSettings over(ListenerSettings base) {
		Assert.notNull(base, "'base' must not be null");
		return new ListenerSettings(first(this.concurrency, base.concurrency), first(this.batch, base.batch),
				first(this.ttr, base.ttr), first(this.autoTouch, base.autoTouch),
				first(this.maxRunTime, base.maxRunTime), first(this.maxAttempts, base.maxAttempts),
				first(this.rateLimit, base.rateLimit), first(this.backoff, base.backoff),
				first(this.retryFor, base.retryFor), first(this.noRetryFor, base.noRetryFor),
				first(this.autoStartup, base.autoStartup), first(this.transactional, base.transactional));
	}

	private static <T> @Nullable T first(@Nullable T value, @Nullable T fallback) {
		return (value != null) ? value : fallback;
	}

	/**
	 * Builder for {@link ListenerSettings}.
	 */
	public static final class Builder {

		private @Nullable Integer concurrency;

		private @Nullable Integer batch;

		private @Nullable Duration ttr;

		private @Nullable Boolean autoTouch;

		private @Nullable Duration maxRunTime;

		private @Nullable Integer maxAttempts;

		private @Nullable RateLimit rateLimit;

		private @Nullable BackoffPolicy backoff;

		private @Nullable List<Class<? extends Throwable>> retryFor;

		private @Nullable List<Class<? extends Throwable>> noRetryFor;

		private @Nullable Boolean autoStartup;

		private @Nullable Boolean transactional;

		private Builder() {
		}

		/**
		 * Set how many jobs are handled at the same time.
		 * @param concurrency at least 1, or {@code null} to leave it unset
		 * @return this builder
		 */
		public Builder concurrency(@Nullable Integer concurrency) {
			this.concurrency = concurrency;
			return this;
		}

		/**
		 * Set the maximum number of jobs that are passed to a {@link BatchJobHandler} in
		 * one call.
		 * @param batch 1 to {@value JobRules#MAX_BATCH}, or {@code null} to leave it
		 * unset
		 * @return this builder
		 */
		public Builder batch(@Nullable Integer batch) {
			this.batch = batch;
			return this;
		}

		/**
		 * Set how long a worker may hold a job that does not specify its own TTR.
		 * @param ttr longer than zero, at most 100 days, or {@code null} to leave it
		 * unset
		 * @return this builder
		 */
		public Builder ttr(@Nullable Duration ttr) {
			this.ttr = ttr;
			return this;
		}

		/**
		 * Set whether the lease of a job is extended while its handler runs.
		 * @param autoTouch whether it is extended, or {@code null} to leave it unset
		 * @return this builder
		 */
		public Builder autoTouch(@Nullable Boolean autoTouch) {
			this.autoTouch = autoTouch;
			return this;
		}

		/**
		 * Set the maximum time that a handler may run while its lease is extended.
		 * @param maxRunTime longer than the TTR, at most 100 days, or {@code null} to
		 * leave it unset
		 * @return this builder
		 */
		public Builder maxRunTime(@Nullable Duration maxRunTime) {
			this.maxRunTime = maxRunTime;
			return this;
		}

		/**
		 * Set the maximum number of attempts of jobs that do not specify their own.
		 * @param maxAttempts 1 to 99,999, or {@code null} to leave it unset
		 * @return this builder
		 */
		public Builder maxAttempts(@Nullable Integer maxAttempts) {
			this.maxAttempts = maxAttempts;
			return this;
		}

		/**
		 * Set how many jobs of the topic may be delivered, by all instances together.
		 * @param rateLimit the rate limit, or {@code null} to leave it unset
		 * @return this builder
		 */
		public Builder rateLimit(@Nullable RateLimit rateLimit) {
			this.rateLimit = rateLimit;
			return this;
		}

		/**
		 * Set how long a job waits after a failed attempt.
		 * @param backoff the policy, or {@code null} to leave it unset
		 * @return this builder
		 */
		public Builder backoff(@Nullable BackoffPolicy backoff) {
			this.backoff = backoff;
			return this;
		}

		/**
		 * Set the exceptions after which a job is delivered again. After any other
		 * exception the job is buried at once.
		 * @param retryFor the exceptions, subclasses and causes included, empty for all,
		 * or {@code null} to leave it unset
		 * @return this builder
		 */
		public Builder retryFor(@Nullable List<Class<? extends Throwable>> retryFor) {
			this.retryFor = retryFor;
			return this;
		}

		/**
		 * Set the exceptions after which a job is buried at once. They take precedence
		 * over those after which a job is delivered again.
		 * @param noRetryFor the exceptions, subclasses and causes included, or
		 * {@code null} to leave it unset
		 * @return this builder
		 */
		public Builder noRetryFor(@Nullable List<Class<? extends Throwable>> noRetryFor) {
			this.noRetryFor = noRetryFor;
			return this;
		}

		/**
		 * Set whether the container starts with the application.
		 * @param autoStartup whether it starts, or {@code null} to leave it unset
		 * @return this builder
		 */
		public Builder autoStartup(@Nullable Boolean autoStartup) {
			this.autoStartup = autoStartup;
			return this;
		}

		/**
		 * Set whether the handler runs in a transaction of the store, in which its job is
		 * settled. Only a store in a relational database supports this.
		 * @param transactional whether it does, or {@code null} to leave it unset
		 * @return this builder
		 */
		public Builder transactional(@Nullable Boolean transactional) {
			this.transactional = transactional;
			return this;
		}

		/**
		 * Create the settings.
		 * @return the settings
		 * @throws IllegalArgumentException if a value is invalid
		 */
		public ListenerSettings build() {
			return new ListenerSettings(this.concurrency, this.batch, this.ttr, this.autoTouch, this.maxRunTime,
					this.maxAttempts, this.rateLimit, this.backoff, this.retryFor, this.noRetryFor, this.autoStartup,
					this.transactional);
		}

	}

}
