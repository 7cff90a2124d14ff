// SPDX-License-Identifier: Apache-2.0

/**
 * db-scheduler under the workloads, on PostgreSQL or H2.
 */
@NullMarked
package io.delay.benchmarks.dbscheduler;

import org.jspecify.annotations.NullMarked;
