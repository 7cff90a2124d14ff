// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

/**
 * The right to settle one delivery of a job. It is valid until the job is settled,
 * delivered again, replaced or cancelled.
 *
 * @param topic the topic of the job
 * @param id the id of the job
 * @param token distinguishes this delivery from all other deliveries
 * @since 0.1.0
 */
public record Lease(String topic, String id, String token) {

}
