// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. Settles jobs and extends their leases.
 */
@NullMarked
package io.delay.redis.settle;

import org.jspecify.annotations.NullMarked;
