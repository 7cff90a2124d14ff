// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. The tables and their statements.
 */
@NullMarked
package io.delay.jdbc.table;

import org.jspecify.annotations.NullMarked;
