// SPDX-License-Identifier: Apache-2.0

/**
 * Measurements of a whole application with the starter on a real Redis.
 */
@NullMarked
package io.delay.benchmarks.delay;

import org.jspecify.annotations.NullMarked;
