// SPDX-License-Identifier: Apache-2.0

package io.delay.job;

/**
 * Thrown if the payload of a job to submit or resubmit is larger than
 * {@code delay.job.max-payload-size}. No job of the call has been stored.
 *
 * @since 0.1.0
 */
public final class PayloadTooLargeException extends IllegalArgumentException {

	/**
	 * Create the exception.
	 * @param topic the topic of the job
	 * @param size the size of the payload, in bytes
	 * @param maxSize the maximum size, in bytes
	 */
	public PayloadTooLargeException(String topic, long size, long maxSize) {
		super("The payload of a job for topic '" + topic + "' has " + size + " bytes; the limit is " + maxSize
				+ ". Store the data elsewhere and submit its key, or raise delay.job.max-payload-size");
	}

}
