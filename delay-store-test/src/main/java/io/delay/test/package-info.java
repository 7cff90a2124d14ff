// SPDX-License-Identifier: Apache-2.0

/**
 * The contract tests for job stores, and a real Redis on which to run them.
 */
@NullMarked
package io.delay.test;

import org.jspecify.annotations.NullMarked;
