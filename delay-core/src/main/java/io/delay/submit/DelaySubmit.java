// SPDX-License-Identifier: Apache-2.0

package io.delay.submit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.aot.hint.annotation.Reflective;

import io.delay.job.ConflictPolicy;
import io.delay.job.JobPriority;
import io.delay.template.DelayOperations;

/**
 * Submits a job when the annotated bean method has returned. In a Spring transaction the
 * job is submitted with the commit, and not at all after a rollback, as described in
 * {@link DelayOperations#withCommit()}. If the method throws an exception, no job is
 * submitted. The annotation may be repeated, used as a meta-annotation, and placed on a
 * method of an interface.
 * <p>
 * Attributes that are expressions are written in SpEL and have access to:
 * <ul>
 * <li>the arguments, by their names ({@code #order}) or positions ({@code #a0},
 * {@code #p0});</li>
 * <li>{@code #result}, the value that the method returned, or the value that an
 * {@link java.util.Optional} contains if the method returns one; an argument of this name
 * is {@code #a0} or another position then;</li>
 * <li>{@code #root.method}, {@code #root.args}, {@code #root.target} and
 * {@code #root.targetClass};</li>
 * <li>other beans, by their names ({@code @orderSettings.timeout()}).</li>
 * </ul>
 * If an attribute is invalid, the creation of the bean fails. As with other annotations
 * that need a proxy, a call from another method of the same object submits no job.
 * Methods that return futures or reactive types are not supported.
 *
 * @since 0.1.0
 * @see DelayCancel
 */
@Documented
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(DelaySubmits.class)
@Reflective(SubmitMethodReflectiveProcessor.class)
public @interface DelaySubmit {

	/**
	 * The topic, which may contain placeholders. Required.
	 * @return the topic
	 */
	String topic() default "";

	/**
	 * Expression for the id of the job. By default an id is generated.
	 * @return an expression for a value whose text is the id
	 */
	String id() default "";

	/**
	 * Expression for the payload. By default it is the value that the method returned, or
	 * for a {@code void} method its only argument.
	 * @return an expression for a value that is not {@code null}
	 */
	String payload() default "";

	/**
	 * The time until the job is first due: a text such as {@code 500ms}, {@code 30m} or
	 * {@code PT30M}, which may be a placeholder, or an expression for a
	 * {@link java.time.Duration} or such a text. A unit is required. By default the job
	 * is due at once.
	 * @return the delay
	 */
	String delay() default "";

	/**
	 * Expression for the time at which the job is first due, instead of a delay.
	 * @return an expression for an {@link java.time.Instant}, a
	 * {@link java.time.ZonedDateTime} or an {@link java.time.OffsetDateTime}
	 */
	String dueTime() default "";

	/**
	 * How long after its due time the job expires, as a text such as {@code 2h}, which
	 * may be a placeholder. From then on no handler is called for it. By default the job
	 * never expires.
	 * @return the duration
	 */
	String expiresAfter() default "";

	/**
	 * What to do if the topic already contains a job with this id. Only
	 * {@link ConflictPolicy#KEEP} is possible without an id.
	 * @return the policy
	 */
	ConflictPolicy onConflict() default ConflictPolicy.KEEP;

	/**
	 * Expression that decides whether the job is submitted. By default it is submitted.
	 * @return an expression for a boolean
	 */
	String condition() default "";

	/**
	 * How long a worker may hold the job before it is delivered again, as a text such as
	 * {@code 30s}, which may be a placeholder. By default the setting of the consumer
	 * applies.
	 * @return the time to run
	 */
	String ttr() default "";

	/**
	 * The maximum number of attempts, which may be a placeholder. By default the setting
	 * of the consumer applies.
	 * @return a number, at least 1
	 */
	String maxAttempts() default "";

	/**
	 * The priority among the ready jobs of the topic.
	 * @return the priority
	 */
	JobPriority priority() default JobPriority.NORMAL;

}
