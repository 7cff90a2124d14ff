// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. Calls of a store that several threads
 * share.
 */
@NullMarked
package io.delay.store.share;

import org.jspecify.annotations.NullMarked;
