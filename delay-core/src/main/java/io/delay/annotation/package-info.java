// SPDX-License-Identifier: Apache-2.0

/**
 * Listeners that are declared with annotations.
 */
@NullMarked
package io.delay.annotation;

import org.jspecify.annotations.NullMarked;
