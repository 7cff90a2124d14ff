// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. Sends settlements to the store.
 */
@NullMarked
package io.delay.listener.settle;

import org.jspecify.annotations.NullMarked;
