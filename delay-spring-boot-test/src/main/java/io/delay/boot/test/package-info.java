// SPDX-License-Identifier: Apache-2.0

/**
 * Support for tests of applications: jobs in memory, a clock that the test sets, and
 * handlers that run on the thread of the test.
 */
@NullMarked
package io.delay.boot.test;

import org.jspecify.annotations.NullMarked;
