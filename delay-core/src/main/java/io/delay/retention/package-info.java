// SPDX-License-Identifier: Apache-2.0

/**
 * Drops failed jobs that exceed an age or count limit.
 */
@NullMarked
package io.delay.retention;

import org.jspecify.annotations.NullMarked;
