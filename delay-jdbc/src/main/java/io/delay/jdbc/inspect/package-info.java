// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. Reads jobs for operators.
 */
@NullMarked
package io.delay.jdbc.inspect;

import org.jspecify.annotations.NullMarked;
