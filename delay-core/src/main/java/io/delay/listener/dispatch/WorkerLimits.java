// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.dispatch;

/**
 * How many jobs a dispatcher takes.
 *
 * @param concurrency the maximum number of workers
 * @param prefetching whether to hold more jobs than there are free workers, if handlers
 * are fast
 */
public record WorkerLimits(int concurrency, boolean prefetching) {

}
