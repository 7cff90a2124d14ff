// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. Parts that several stores share, such as
 * calls that several threads share.
 */
@NullMarked
package io.delay.store.share;

import org.jspecify.annotations.NullMarked;
