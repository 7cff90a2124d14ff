// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.beanstalkd;

/**
 * A job that a connection has reserved.
 *
 * @param id the id that beanstalkd has generated
 * @param body the bytes that were put
 * @since 0.1.0
 */
public record ReservedJob(long id, byte[] body) {

}
