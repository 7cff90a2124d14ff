// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. Runs a handler and decides how its job is
 * settled.
 */
@NullMarked
package io.delay.listener.execute;

import org.jspecify.annotations.NullMarked;
