// SPDX-License-Identifier: Apache-2.0

/**
 * Runs systems of delayed jobs side by side, each on a fresh store and in a JVM of its
 * own, and compares their figures.
 */
@NullMarked
package io.delay.benchmarks.comparison;

import org.jspecify.annotations.NullMarked;
