// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. Decides when to reserve jobs, and
 * reserves them.
 */
@NullMarked
package io.delay.listener.poll;

import org.jspecify.annotations.NullMarked;
