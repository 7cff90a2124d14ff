// SPDX-License-Identifier: Apache-2.0

/**
 * Internal to Delay: may change without notice. The container's view of a reserved job,
 * and the decision about that job.
 */
@NullMarked
package io.delay.listener.lease;

import org.jspecify.annotations.NullMarked;
