// SPDX-License-Identifier: Apache-2.0

/**
 * The interface of a system under test, and what every benchmark needs: its arguments,
 * its figures and other JVMs.
 */
@NullMarked
package io.delay.benchmarks.kit;

import org.jspecify.annotations.NullMarked;
