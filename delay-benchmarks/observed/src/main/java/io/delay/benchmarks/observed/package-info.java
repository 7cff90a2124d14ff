// SPDX-License-Identifier: Apache-2.0

/**
 * Delay with metrics and tracing on and off.
 */
@NullMarked
package io.delay.benchmarks.observed;

import org.jspecify.annotations.NullMarked;
