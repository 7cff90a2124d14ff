// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. The differences between databases.
 */
@NullMarked
package io.delay.jdbc.dialect;

import org.jspecify.annotations.NullMarked;
