// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to the kit: submits series of jobs to a system under test and follows them
 * until they are handled.
 */
@NullMarked
package io.delay.benchmarks.kit.load;

import org.jspecify.annotations.NullMarked;
