// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. Submits jobs: batches, and calls that
 * threads share.
 */
@NullMarked
package io.delay.redis.submit;

import org.jspecify.annotations.NullMarked;
