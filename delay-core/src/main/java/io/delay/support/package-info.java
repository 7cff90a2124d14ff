// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. Logging that never throws, wrapped
 * exceptions and daemon threads.
 */
@NullMarked
package io.delay.support;

import org.jspecify.annotations.NullMarked;
