// SPDX-License-Identifier: Apache-2.0

package io.delay.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.aot.hint.annotation.Reflective;
import org.springframework.core.annotation.AliasFor;

import io.delay.store.JobFailures;

/**
 * Marks a method that handles the jobs of a topic that have failed permanently: the last
 * attempt has failed or its TTR has elapsed, the handler has buried the job, the
 * exception is not retried, or the payload cannot be read or is invalid. Each of these
 * jobs is delivered to the method under a lease like any other. Once the method has
 * returned, the job is FAILED, or is deleted if {@link #thenDelete()} is {@code true}. If
 * the method throws an exception or the process ends, the job is delivered to the method
 * again. If the last attempt of the method fails, too, the job is FAILED with the reasons
 * of both failures.
 * <p>
 * The method can have the same parameters and return the same types as a
 * {@link DelayListener} method. It can also have a parameter of type {@link JobFailures},
 * which contains the reason. If the payload cannot be read into the type of its
 * parameter, the job is FAILED at once; a {@code String} or {@code byte[]} can always be
 * read. The application must have a listener for the topic, whose concurrency, TTR and
 * backoff also apply to this method. The bean of this method must exist when the listener
 * starts.
 * <p>
 * The {@link io.delay.listener.JobInterceptor} beans run around this method. The
 * {@link io.delay.listener.JobErrorHandler} beans, and {@code retryFor} and
 * {@code noRetryFor} of the listener, do not apply to its exceptions.
 * <p>
 * All string attributes may contain placeholders such as <code>${my.topic}</code> and
 * SpEL expressions such as <code>#{...}</code>.
 *
 * @since 0.1.0
 */
@Documented
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Reflective(ListenerMethodReflectiveProcessor.class)
public @interface DelayFailureHandler {

	/**
	 * Alias for {@link #topic()}.
	 * @return the topics
	 */
	@AliasFor("topic")
	String[] value() default {};

	/**
	 * The topic whose failed jobs are handled, or several topics, as in
	 * {@link DelayListener#topic()}. Required. An application can have only one failure
	 * handler per topic.
	 * @return the topics
	 */
	@AliasFor("value")
	String[] topic() default {};

	/**
	 * The maximum number of attempts of this method, after which a job is FAILED. The
	 * default is 5.
	 * @return a number, at least 1
	 */
	String maxAttempts() default "";

	/**
	 * Whether a job is deleted once the method has returned, {@code true} or
	 * {@code false}. The default is {@code false}: the job is FAILED.
	 * @return whether it is deleted
	 */
	String thenDelete() default "";

}
