// SPDX-License-Identifier: Apache-2.0

/**
 * Delay with its jobs in a database, under the workloads.
 */
@NullMarked
package io.delay.benchmarks.jdbc;

import org.jspecify.annotations.NullMarked;
