// SPDX-License-Identifier: Apache-2.0

package io.delay.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Contains several {@link DelayListener} annotations of one method, each with different
 * topics. The compiler adds this annotation if {@code @DelayListener} is repeated.
 *
 * @since 0.1.0
 */
@Documented
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
public @interface DelayListeners {

	/**
	 * The listeners.
	 * @return the annotations, each with its own topics
	 */
	DelayListener[] value();

}
