// SPDX-License-Identifier: Apache-2.0

/**
 * The contract that every job store must fulfil, split by operation.
 */
@NullMarked
package io.delay.test.store;

import org.jspecify.annotations.NullMarked;
