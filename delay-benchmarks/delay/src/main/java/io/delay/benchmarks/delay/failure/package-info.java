// SPDX-License-Identifier: Apache-2.0

/**
 * The outcomes of jobs under load when servers fail, slots move and instances restart.
 */
@NullMarked
package io.delay.benchmarks.delay.failure;

import org.jspecify.annotations.NullMarked;
