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
 * Marks a method of a bean that handles the jobs of a topic. If it returns, the job is
 * acknowledged; if it throws, the job is delivered again. The parameters can be the
 * payload (with {@code @Payload} or without, {@code @Valid} if it is to be validated),
 * {@code @Header}, {@code @Headers}, {@code Message} and
 * {@link io.delay.listener.JobContext}. Only one parameter may have neither an annotation
 * nor one of these types: it is the payload.
 * <p>
 * A method that handles several topics has the annotation several times. So has a method
 * with several annotations that are themselves annotated with this one.
 * <p>
 * All strings may hold placeholders and SpEL expressions, and are not set if empty; then
 * the general defaults apply. Settings of the topic go before those of the annotation.
 * <p>
 * A lazy bean with listeners is made at start-up all the same, since nobody else would
 * ask for it. One case cannot be seen: a lazy {@code @Bean} method (under
 * {@code spring.main.lazy-initialization} every one) whose return type has no listener
 * method, for instance an interface of the listener. Let it return the class.
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
	 * The topic whose jobs are handled. Required; one listener per topic in an
	 * application.
	 * @return the topic
	 */
	String topic() default "";

	/**
	 * Names the listener in the registry, in logs and threads; unique in the application.
	 * The topic if not set.
	 * @return the id
	 */
	String id() default "";

	/**
	 * How many jobs are handled at the same time.
	 * @return a number, at least 1
	 */
	String concurrency() default "";

	/**
	 * How long a job that sets no TTR of its own may take before it is delivered again,
	 * for instance {@code 500ms}, {@code 30s} or {@code PT30S}.
	 * @return the time to run
	 */
	String ttr() default "";

	/**
	 * How often a job that sets no maximum of its own is delivered before it is buried.
	 * @return a number, at least 1
	 */
	String maxAttempts() default "";

	/**
	 * How long a job waits after a failed attempt.
	 * @return the backoff
	 */
	Backoff backoff() default @Backoff;

	/**
	 * Exceptions, subclasses included, after which a job is buried at once.
	 * @return the exceptions
	 */
	Class<? extends Throwable>[] noRetryFor() default {};

	/**
	 * Whether the listener starts with the application, {@code true} or {@code false}.
	 * @return whether it does
	 */
	String autoStartup() default "";

}
