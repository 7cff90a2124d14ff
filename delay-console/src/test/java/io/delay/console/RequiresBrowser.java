// SPDX-License-Identifier: Apache-2.0

package io.delay.console;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test in a real browser, which a parameter of type {@link Browser} gets. The test is
 * skipped on a machine without a browser, unless {@code delay.test.browser=required}.
 * After each test the log of the browser must be empty.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(BrowserExtension.class)
@interface RequiresBrowser {

}
