// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. Determines which delivery the calling
 * thread works for.
 */
@NullMarked
package io.delay.delivery;

import org.jspecify.annotations.NullMarked;
