// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. Reads what the servers report about
 * themselves and finds problems.
 */
@NullMarked
package io.delay.redis.server;

import org.jspecify.annotations.NullMarked;
