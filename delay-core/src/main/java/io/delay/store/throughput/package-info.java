// SPDX-License-Identifier: Apache-2.0

/**
 * Counts of the jobs of a topic that were submitted, handed out, done, failed, buried and
 * cancelled, by minute and by quarter of an hour.
 */
@NullMarked
package io.delay.store.throughput;

import org.jspecify.annotations.NullMarked;
