// SPDX-License-Identifier: Apache-2.0

/**
 * The console, with which a browser shows jobs. The actuator serves its files.
 */
@NullMarked
package io.delay.console;

import org.jspecify.annotations.NullMarked;
