// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. The life cycle of a job as pure
 * functions, for stores that carry out the transitions in Java.
 */
@NullMarked
package io.delay.store.life;

import org.jspecify.annotations.NullMarked;
