// SPDX-License-Identifier: Apache-2.0

package io.delay.boot.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;

/**
 * Annotation on a test class that makes Delay keep its jobs in memory and handle them
 * only when the test calls the {@link DelayTester} bean. It can be combined with
 * {@code @SpringBootTest} or with an annotation for a test slice such as
 * {@code @JdbcTest}. In a test slice, the test class must import the listeners.
 * <p>
 * No Redis is needed, and Delay starts no threads. Listeners start and stop as usual, but
 * {@link DelayTester} runs their handlers on the thread of the test. Application events
 * are published on that thread, too. Before each test method all jobs are removed and the
 * clock is set to its initial time.
 *
 * @since 0.1.0
 * @see DelayTester
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ImportAutoConfiguration
public @interface AutoConfigureDelay {

	/**
	 * The time of the clock at the beginning of each test method, such as
	 * {@code 2026-01-31T09:00:00Z}.
	 * @return an instant in ISO-8601 format; by default the present time of the system,
	 * at which the clock then stands still
	 */
	String time() default "";

}
