// SPDX-License-Identifier: Apache-2.0

/**
 * The public types with which an application handles jobs when they are due.
 */
@NullMarked
package io.delay.listener;

import org.jspecify.annotations.NullMarked;
