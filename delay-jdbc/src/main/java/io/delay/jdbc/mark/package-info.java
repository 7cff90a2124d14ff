// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. Up to which scores places are known to be
 * empty.
 */
@NullMarked
package io.delay.jdbc.mark;

import org.jspecify.annotations.NullMarked;
