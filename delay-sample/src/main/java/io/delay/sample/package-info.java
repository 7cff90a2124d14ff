// SPDX-License-Identifier: Apache-2.0

/**
 * An order service that closes unpaid orders.
 */
@NullMarked
package io.delay.sample;

import org.jspecify.annotations.NullMarked;
