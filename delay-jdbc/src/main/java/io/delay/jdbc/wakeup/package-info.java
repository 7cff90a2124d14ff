// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. Wake-ups of consumers.
 */
@NullMarked
package io.delay.jdbc.wakeup;

import org.jspecify.annotations.NullMarked;
