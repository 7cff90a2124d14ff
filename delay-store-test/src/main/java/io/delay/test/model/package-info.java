// SPDX-License-Identifier: Apache-2.0

/**
 * Random sequences of operations, in which a store must do and keep what the store in
 * memory does and keeps.
 */
@NullMarked
package io.delay.test.model;

import org.jspecify.annotations.NullMarked;
