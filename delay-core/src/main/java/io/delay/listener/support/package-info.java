// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. Threads that survive failures, pauses
 * between retries, and logging of repeated failures.
 */
@NullMarked
package io.delay.listener.support;

import org.jspecify.annotations.NullMarked;
