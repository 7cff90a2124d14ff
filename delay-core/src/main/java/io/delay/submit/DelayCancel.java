// SPDX-License-Identifier: Apache-2.0

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
