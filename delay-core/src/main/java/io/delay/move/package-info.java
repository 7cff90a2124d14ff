// SPDX-License-Identifier: Apache-2.0

/**
 * Moves the jobs of one store to another.
 */
@NullMarked
package io.delay.move;

import org.jspecify.annotations.NullMarked;
