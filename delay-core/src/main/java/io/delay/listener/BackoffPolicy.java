// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.job.JobRules;

/**
 * Determines how long a job waits after a failed attempt. Create a policy with
 * {@link #ttr()}, {@link #fixed(Duration)},
 * {@link #exponential(Duration, double, Duration)} or, from settings,
 * {@link #of(Type, Duration, Double, Duration, Duration)}.
 *
 * @param type how the wait is calculated
 * @param delay the wait after the first failed attempt; ignored for {@link Type#TTR}
 * @param multiplier the factor by which each further wait grows, 1 or more
 * @param maxDelay the maximum wait, not counting the jitter of {@link Type#FIXED}
 * @param jitter by how much the first wait may exceed the delay at random, zero for no
 * jitter; must be zero for {@link Type#TTR}
 * @since 0.1.0
 */
public record BackoffPolicy(Type type, Duration delay, double multiplier, Duration maxDelay, Duration jitter) {

	/**
	 * The default wait after the first failed attempt.
	 */
	public static final Duration DEFAULT_DELAY = Duration.ofSeconds(1);

	/**
	 * The default multiplier.
	 */
	public static final double DEFAULT_MULTIPLIER = 2;

	/**
	 * The default maximum wait.
	 */
	public static final Duration DEFAULT_MAX_DELAY = Duration.ofHours(1);

	private static final double NANOS_PER_SECOND = 1e9;

	private static final BackoffPolicy TTR = new BackoffPolicy(Type.TTR, Duration.ZERO, 1, Duration.ZERO,
			Duration.ZERO);

	public BackoffPolicy {
		Assert.notNull(type, "'type' must not be null");
		JobRules.checkDelay(delay);
		JobRules.checkDelay(maxDelay);
		if (!(multiplier >= 1) || Double.isInfinite(multiplier)) {
			throw new IllegalArgumentException("Backoff multiplier " + multiplier + " must be 1 or more");
		}
		if (delay.compareTo(maxDelay) > 0) {
			throw new IllegalArgumentException(
					"Backoff delay " + delay + " must not be longer than the max delay " + maxDelay);
		}
		JobRules.checkDelay(jitter);
		if (type == Type.TTR && !jitter.isZero()) {
			throw new IllegalArgumentException("Backoff jitter " + jitter + " has no effect with type 'ttr'");
		}
		JobRules.checkDelay(delay.plus(jitter));
	}

	/**
	 * Create a policy by which a job waits until its lease would have ended.
	 * @return the policy
	 */
	public static BackoffPolicy ttr() {
		return TTR;
	}

	/**
	 * Create a policy with the same wait after every failed attempt.
	 * @param delay the wait, zero or longer
	 * @return the policy
	 * @throws IllegalArgumentException if the delay is invalid
	 */
	public static BackoffPolicy fixed(Duration delay) {
		return new BackoffPolicy(Type.FIXED, delay, 1, delay, Duration.ZERO);
	}

	/**
	 * Create a policy with a longer wait after each failed attempt.
	 * @param delay the wait after the first failed attempt, zero or longer
	 * @param multiplier the factor by which each further wait grows, 1 or more
	 * @param maxDelay the maximum wait
	 * @return the policy
	 * @throws IllegalArgumentException if a value is invalid, or the delay is longer than
	 * the maximum wait
	 */
	public static BackoffPolicy exponential(Duration delay, double multiplier, Duration maxDelay) {
		return new BackoffPolicy(Type.EXPONENTIAL, delay, multiplier, maxDelay, Duration.ZERO);
	}

	/**
	 * Create a policy whose waits differ at random, so that jobs that failed together are
	 * not delivered again together. The jitter grows in proportion to the wait. No wait
	 * is shorter than the delay, and no wait of an exponential policy is longer than its
	 * maximum wait.
	 * @param jitter by how much the first wait may exceed the delay, zero or longer
	 * @return the policy
	 * @throws IllegalArgumentException if the jitter is negative, or longer than zero for
	 * {@link Type#TTR}
	 */
	public BackoffPolicy withJitter(Duration jitter) {
		return new BackoffPolicy(this.type, this.delay, this.multiplier, this.maxDelay, jitter);
	}

	/**
	 * Create a policy from settings, any of which may be missing.
	 * @param type the type; required if anything else is set
	 * @param delay the wait after the first failed attempt, one second if missing
	 * @param multiplier the factor by which the wait grows after each further failure, 2
	 * if missing
	 * @param maxDelay the maximum wait; if missing, one hour or the delay, whichever is
	 * longer
	 * @param jitter by how much the first wait may exceed the delay at random, zero if
	 * missing
	 * @return the policy, or {@code null} if nothing is set
	 * @throws IllegalArgumentException if a value is invalid or has no effect with the
	 * type
	 */
	public static @Nullable BackoffPolicy of(@Nullable Type type, @Nullable Duration delay, @Nullable Double multiplier,
			@Nullable Duration maxDelay, @Nullable Duration jitter) {
		if (type == null) {
			checkUnset("without a type: set the type to 'fixed' or 'exponential'", delay, multiplier, maxDelay, jitter);
			return null;
		}
		Duration spread = (jitter != null) ? jitter : Duration.ZERO;
		Duration first = (delay != null) ? delay : DEFAULT_DELAY;
		switch (type) {
			case TTR -> {
				checkUnset("with type 'ttr': remove it, or set the type to 'fixed' or 'exponential'", delay, multiplier,
						maxDelay, jitter);
				return ttr();
			}
			case FIXED -> {
				checkUnset("with type 'fixed': remove it, or set the type to 'exponential'", null, multiplier, maxDelay,
						null);
				return fixed(first).withJitter(spread);
			}
			default -> {
				Duration longest = (first.compareTo(DEFAULT_MAX_DELAY) > 0) ? first : DEFAULT_MAX_DELAY;
				return exponential(first, (multiplier != null) ? multiplier : DEFAULT_MULTIPLIER,
						(maxDelay != null) ? maxDelay : longest)
					.withJitter(spread);
			}
		}
	}

	private static void checkUnset(String why, @Nullable Duration delay, @Nullable Double multiplier,
			@Nullable Duration maxDelay, @Nullable Duration jitter) {
		String name = (delay != null) ? "delay " + delay : (multiplier != null) ? "multiplier " + multiplier
				: (maxDelay != null) ? "max delay " + maxDelay : (jitter != null) ? "jitter " + jitter : null;
		if (name != null) {
			throw new IllegalArgumentException("Backoff " + name + " has no effect " + why);
		}
	}

	/**
	 * Return how long a job waits after a failed attempt. With jitter, each call returns
	 * a different wait.
	 * @param attempt the number of the failed attempt, from 1
	 * @return the wait, or {@code null} if the job waits until its lease would have ended
	 */
	public @Nullable Duration delayFor(int attempt) {
		return delayFor(attempt, ThreadLocalRandom.current()::nextDouble);
	}

	@Nullable Duration delayFor(int attempt, DoubleSupplier random) {
		if (this.type == Type.TTR) {
			return null;
		}
		Duration wait = (this.type == Type.FIXED) ? this.delay : exponentialDelay(attempt);
		return this.jitter.isZero() ? wait : spread(seconds(wait), random.getAsDouble());
	}

	// Applies the jitter as Spring's RetryPolicy does
	private Duration spread(double wait, double random) {
		double delay = seconds(this.delay);
		double jitter = seconds(this.jitter) * ((delay > 0) ? wait / delay : 1);
		double shortest = Math.max(wait - jitter, delay);
		double longest = (this.type == Type.FIXED) ? wait + jitter : Math.min(wait + jitter, seconds(this.maxDelay));
		return ofSeconds(shortest + random * (longest - shortest));
	}

	private Duration exponentialDelay(int attempt) {
		if (this.delay.isZero()) {
			return Duration.ZERO;
		}
		double seconds = seconds(this.delay) * Math.pow(this.multiplier, Math.max(0, attempt - 1));
		if (seconds >= seconds(this.maxDelay)) {
			return this.maxDelay;
		}
		return ofSeconds(seconds);
	}

	private static Duration ofSeconds(double seconds) {
		long whole = (long) seconds;
		return Duration.ofSeconds(whole, Math.round((seconds - whole) * NANOS_PER_SECOND));
	}

	private static double seconds(Duration duration) {
		return duration.getSeconds() + duration.getNano() / NANOS_PER_SECOND;
	}

	/**
	 * How the wait after a failed attempt is calculated.
	 */
	public enum Type {

		/** The job waits until its lease would have ended. */
		TTR,

		/** The wait is always the same. */
		FIXED,

		/** The wait is multiplied after each failed attempt, up to a limit. */
		EXPONENTIAL

	}

}
