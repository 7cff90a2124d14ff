// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to the kit: the resources that jobs use, and how late they are.
 */
@NullMarked
package io.delay.benchmarks.kit.measurement;

import org.jspecify.annotations.NullMarked;
