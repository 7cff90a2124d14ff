// SPDX-License-Identifier: Apache-2.0

package io.delay.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Specifies how long a job waits after a failed attempt, for use in
 * {@link DelayListener#backoff()}. All values may contain placeholders and SpEL
 * expressions; if a value is empty, its default applies. If a backoff is configured for
 * the topic, it replaces all values of this annotation.
 *
 * @since 0.1.0
 */
@Documented
@Target({})
@Retention(RetentionPolicy.RUNTIME)
public @interface Backoff {

	/**
	 * How the wait is calculated: {@code ttr} (until the lease would have ended),
	 * {@code fixed} or {@code exponential}. Required if any other value is set.
	 * @return the type
	 */
	String type() default "";

	/**
	 * The wait after the first failed attempt, for instance {@code 500ms}, {@code 30s} or
	 * {@code PT30S}. Applies to {@code fixed} and {@code exponential}; the default is one
	 * second.
	 * @return the wait
	 */
	String delay() default "";

	/**
	 * The factor by which each further wait grows, 1 or more. Applies to
	 * {@code exponential}; the default is 2.
	 * @return the multiplier
	 */
	String multiplier() default "";

	/**
	 * The maximum wait. Applies to {@code exponential}; the default is one hour, or the
	 * delay if that is longer.
	 * @return the maximum wait
	 */
	String maxDelay() default "";

	/**
	 * By how much the first wait may exceed the delay at random, for instance
	 * {@code 500ms}, so that jobs that failed together are not delivered again together.
	 * The jitter grows in proportion to the wait. No wait is shorter than the delay, or
	 * longer than the maximum wait of {@code exponential}. Applies to {@code fixed} and
	 * {@code exponential}; the default is zero.
	 * @return the jitter of the first wait
	 */
	String jitter() default "";

}
