// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. Reserves that wait for jobs without
 * blocking a thread.
 */
@NullMarked
package io.delay.rest.wait;

import org.jspecify.annotations.NullMarked;
