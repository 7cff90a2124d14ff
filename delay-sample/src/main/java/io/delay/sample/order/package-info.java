// SPDX-License-Identifier: Apache-2.0

/**
 * Orders, which are closed if they are not paid in time.
 */
@NullMarked
package io.delay.sample.order;

import org.jspecify.annotations.NullMarked;
