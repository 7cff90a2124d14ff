// SPDX-License-Identifier: Apache-2.0

/**
 * The floor: the cost of the same work in plain Redis commands, without scripts,
 * guarantees or a framework.
 */
@NullMarked
package io.delay.benchmarks.floor;

import org.jspecify.annotations.NullMarked;
