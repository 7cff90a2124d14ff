// SPDX-License-Identifier: Apache-2.0

package io.delay.submit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.aot.hint.annotation.Reflective;

/**
 * Several {@link DelayCancel} annotations on one method.
 *
 * @since 0.1.0
 */
@Documented
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Reflective(SubmitMethodReflectiveProcessor.class)
public @interface DelayCancels {

	/**
	 * The jobs to cancel.
	 * @return one annotation per job
	 */
	DelayCancel[] value();

}
