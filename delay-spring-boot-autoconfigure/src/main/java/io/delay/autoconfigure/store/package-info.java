// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. The store that the application has
 * chosen.
 */
@NullMarked
package io.delay.autoconfigure.store;

import org.jspecify.annotations.NullMarked;
