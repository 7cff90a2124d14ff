// SPDX-License-Identifier: Apache-2.0

/**
 * Observations of submits and deliveries, and their names.
 */
@NullMarked
package io.delay.observation;

import org.jspecify.annotations.NullMarked;
