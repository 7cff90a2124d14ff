// SPDX-License-Identifier: Apache-2.0

/**
 * The job store on a relational database. Jobs commit together with the rows of the
 * caller.
 */
@NullMarked
package io.delay.jdbc;

import org.jspecify.annotations.NullMarked;
