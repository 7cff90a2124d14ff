// SPDX-License-Identifier: Apache-2.0

package io.delay.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.aot.hint.annotation.Reflective;
import org.springframework.core.annotation.AliasFor;

/**
 * Marks a bean method that handles the jobs of one or more topics. A job is acknowledged
 * if the method returns, and delivered again if it throws an exception. Parameters can be
 * the payload (with or without {@code @Payload}; {@code @Valid} validates it),
 * {@code @Header}, {@code @Headers}, {@code Message} and
 * {@link io.delay.listener.JobContext}. One parameter may have any other type and no
 * annotation; it receives the payload.
 * <p>
 * The method can return an asynchronous result: a
 * {@link java.util.concurrent.CompletionStage}, a type that Spring's
 * {@link org.springframework.core.ReactiveAdapterRegistry} knows, if Reactor is on the
 * class path, or a {@code Job} of Kotlin's coroutines. The job is then settled when the
 * result is complete. Until then it counts against the concurrency, but does not occupy a
 * thread. Other return values are ignored.
 * <p>
 * Each topic has its own listener container, with its own workers. For a method that
 * handles several topics with different settings, repeat the annotation. It can also be
 * used as a meta-annotation.
 * <p>
 * All strings may contain placeholders and SpEL expressions. Durations need a unit. If a
 * string is empty, the general default applies. Settings of the topic take precedence
 * over those of the annotation.
 * <p>
 * A lazy bean with listeners is created at start-up, because no other bean would request
 * it. There is one exception: the bean of a lazy or scoped {@code @Bean} method is not
 * found if the return type of that method has no listener methods, for instance because
 * it is an interface. Declare the class as the return type instead. With
 * {@code spring.main.lazy-initialization}, all {@code @Bean} methods are lazy. A bean in
 * a scope is called through its scoped proxy.
 *
 * @since 0.1.0
 */
@Documented
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(DelayListeners.class)
@Reflective(ListenerMethodReflectiveProcessor.class)
public @interface DelayListener {

	/**
	 * Alias for {@link #topic()}.
	 * @return the topics
	 */
	@AliasFor("topic")
	String[] value() default {};

	/**
	 * The topic whose jobs are handled, or several topics. A placeholder can name several
	 * topics, separated by commas, and an expression as a collection or an array.
	 * Required. An application can have only one listener per topic.
	 * @return the topics
	 */
	@AliasFor("value")
	String[] topic() default {};

	/**
	 * The id of the listener in the registry, in logs and in thread names. It must be
	 * unique in the application. The default is the topic. If there are several topics,
	 * each has its own listener, whose id is this id, a hyphen and the topic.
	 * @return the id
	 */
	String id() default "";

	/**
	 * The number of jobs handled at the same time, or of batches with {@link #batch()}.
	 * @return a number, at least 1
	 */
	String concurrency() default "";

	/**
	 * The maximum number of jobs that are passed to the method in one call, 1 to 500. The
	 * method then has a parameter of type {@code List<T>} or {@code List<Message<T>>}
	 * with the payloads, or {@code List<JobContext>}, which may also be combined with one
	 * of the others; all lists have the same order. The method is called with the jobs
	 * that are ready at the time of the call; the container does not wait for more. If it
	 * returns, all jobs are acknowledged. If it throws
	 * {@link io.delay.listener.BatchFailures}, the jobs that the exception names fail;
	 * after any other exception, all jobs fail. {@link #concurrency()} is the number of
	 * batches handled at the same time. By default, the method handles one job at a time,
	 * and a {@code List} parameter receives its payload.
	 * @return the maximum number of jobs
	 */
	String batch() default "";

	/**
	 * How long a worker may hold a job before the job is delivered again, for instance
	 * {@code 500ms}, {@code 30s} or {@code PT30S}. Applies to jobs that do not set a TTR.
	 * @return the time to run
	 */
	String ttr() default "";

	/**
	 * Whether the lease of a job is extended while its handler runs, {@code true} or
	 * {@code false}, so that handlers may run for longer than the TTR. If the process
	 * dies, the job is delivered again after the TTR. The default is {@code false}.
	 * @return whether the lease is extended
	 */
	String autoTouch() default "";

	/**
	 * The maximum time that a handler may run while its lease is extended with
	 * {@link #autoTouch()}, for instance {@code 2h}. After that the job is delivered
	 * again. Must be longer than the TTR of the listener, and applies only together with
	 * auto-touch; the default is one hour.
	 * @return the maximum run time
	 */
	String maxRunTime() default "";

	/**
	 * The maximum number of attempts, after which a job is buried. Applies to jobs that
	 * do not set a maximum.
	 * @return a number, at least 1
	 */
	String maxAttempts() default "";

	/**
	 * How many jobs of the topic may be delivered per second, minute or hour, by all
	 * instances together: for instance {@code 100/s}, {@code 10/m} or {@code 1/h}. Every
	 * delivery counts, including retries and deliveries to the failure handler. After a
	 * time without deliveries, as many jobs as the limit allows in one second can be
	 * delivered at once, and at least one. The store keeps the rate, so every instance
	 * must have the same limit: an instance without a limit delivers jobs regardless of
	 * it. By default, the rate is not limited. If there are several topics, the limit
	 * applies to each of them separately.
	 * @return the rate limit
	 */
	String rateLimit() default "";

	/**
	 * How long a job waits after a failed attempt.
	 * @return the backoff
	 */
	Backoff backoff() default @Backoff;

	/**
	 * Exceptions after which a job is delivered again, including their subclasses. After
	 * any other exception the job is buried at once. The causes of an exception are
	 * considered as well. By default, a job is delivered again after every exception that
	 * is not in {@link #noRetryFor()}.
	 * @return the exceptions
	 */
	Class<? extends Throwable>[] retryFor() default {};

	/**
	 * Exceptions after which a job is buried at once, including their subclasses. The
	 * causes of an exception are considered as well. If an exception or one of its causes
	 * is in this list, {@link #retryFor()} has no effect.
	 * @return the exceptions
	 */
	Class<? extends Throwable>[] noRetryFor() default {};

	/**
	 * Whether the listener starts with the application, {@code true} or {@code false}.
	 * @return whether it starts
	 */
	String autoStartup() default "";

	/**
	 * Whether the method runs in a transaction of the database in which the jobs are
	 * stored, {@code true} or {@code false}. The transaction also acknowledges the job,
	 * so that the changes of the method in this database take effect exactly once, even
	 * if the process ends at any moment. If the method throws an exception or the lease
	 * of the job is lost, the transaction is rolled back. Requires the store in a
	 * relational database, and a method that handles one job and returns when its work is
	 * done. The default is {@code false}.
	 * @return whether the method runs in a transaction
	 */
	String transactional() default "";

}
