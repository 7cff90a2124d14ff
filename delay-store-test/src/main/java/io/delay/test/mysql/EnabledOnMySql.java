// SPDX-License-Identifier: Apache-2.0

package io.delay.test.mysql;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Runs the tests of a class if the system property {@code delay.test.mysql} specifies a
 * server. Otherwise they are reported as skipped.
 *
 * @since 0.1.0
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(named = MySqlForTests.PROPERTY, matches = MySqlForTests.PATTERN,
		disabledReason = MySqlForTests.DISABLED_REASON)
public @interface EnabledOnMySql {

}
