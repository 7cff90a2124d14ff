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

package io.delay.submit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.aot.hint.annotation.Reflective;

/**
 * Cancels a job when the annotated bean method has returned, under the same rules as
 * {@link DelaySubmit}. It is not an error if there is no such job. If a method also
 * submits jobs, the jobs to cancel are cancelled first.
 *
 * @since 0.1.0
 */
@Documented
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(DelayCancels.class)
@Reflective(SubmitMethodReflectiveProcessor.class)
public @interface DelayCancel {

	/**
	 * The topic, which may contain placeholders. Required.
	 * @return the topic
	 */
	String topic() default "";

	/**
	 * Expression for the id of the job. Required.
	 * @return an expression for a value whose text is the id
	 */
	String id() default "";

	/**
	 * Expression that decides whether the job is cancelled. By default it is cancelled.
	 * @return an expression for a boolean
	 */
	String condition() default "";

}
