// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

/**
 * A job that a reserve has buried because it could not be delivered.
 *
 * @param id the id of the job
 * @param attempts the number of failed attempts, zero if the job was never delivered
 * @param reason why it was buried
 * @since 0.1.0
 */
public record BuriedJob(String id, int attempts, FailureReason reason) {

}
