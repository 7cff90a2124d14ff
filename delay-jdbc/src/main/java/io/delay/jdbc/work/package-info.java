// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. Transitions of jobs within one
 * transaction.
 */
@NullMarked
package io.delay.jdbc.work;

import org.jspecify.annotations.NullMarked;
