// SPDX-License-Identifier: Apache-2.0

/**
 * What systems on a database share: transactions of an application, and the CPU time of
 * PostgreSQL.
 */
@NullMarked
package io.delay.benchmarks.kit.database;

import org.jspecify.annotations.NullMarked;
