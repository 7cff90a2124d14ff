// SPDX-License-Identifier: Apache-2.0

/**
 * A real MySQL for tests.
 */
@NullMarked
package io.delay.test.mysql;

import org.jspecify.annotations.NullMarked;
