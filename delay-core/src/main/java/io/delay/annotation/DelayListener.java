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

package io.delay.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.aot.hint.annotation.Reflective;

/**
 * Marks a bean method that handles the jobs of a topic. The job is acknowledged if the
 * method returns, and delivered again if it throws an exception. Parameters can be the
 * payload (with or without {@code @Payload}; {@code @Valid} validates it),
 * {@code @Header}, {@code @Headers}, {@code Message} and
 * {@link io.delay.listener.JobContext}. At most one parameter may be of a different type
 * without an annotation; it receives the payload.
 * <p>
 * For a method that handles several topics, repeat the annotation. It can also be used as
 * a meta-annotation.
 * <p>
 * All strings may contain placeholders and SpEL expressions. If a string is empty, the
 * general default applies. Settings of the topic take precedence over those of the
 * annotation.
 * <p>
 * A lazy bean with listeners is created at start-up, because no other bean would request
 * it. There is one exception: the bean of a lazy {@code @Bean} method is not created if
 * the return type of that method has no listener methods, for instance because it is an
 * interface. Declare the class as the return type instead. With
 * {@code spring.main.lazy-initialization}, all {@code @Bean} methods are lazy.
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
	 * The topic whose jobs are handled. Required. An application can have only one
	 * listener per topic.
	 * @return the topic
	 */
	String topic() default "";

	/**
	 * The id of the listener in the registry, in logs and in thread names. It must be
	 * unique in the application. The default is the topic.
	 * @return the id
	 */
	String id() default "";

	/**
	 * The number of jobs handled at the same time.
	 * @return a number, at least 1
	 */
	String concurrency() default "";

	/**
	 * How long a worker may hold a job before the job is delivered again, for instance
	 * {@code 500ms}, {@code 30s} or {@code PT30S}. Applies to jobs that do not set a TTR.
	 * @return the time to run
	 */
	String ttr() default "";

	/**
	 * The maximum number of attempts, after which a job is buried. Applies to jobs that
	 * do not set a maximum.
	 * @return a number, at least 1
	 */
	String maxAttempts() default "";

	/**
	 * How long a job waits after a failed attempt.
	 * @return the backoff
	 */
	Backoff backoff() default @Backoff;

	/**
	 * Exceptions after which a job is buried at once, including their subclasses.
	 * @return the exceptions
	 */
	Class<? extends Throwable>[] noRetryFor() default {};

	/**
	 * Whether the listener starts with the application, {@code true} or {@code false}.
	 * @return whether it starts
	 */
	String autoStartup() default "";

}
