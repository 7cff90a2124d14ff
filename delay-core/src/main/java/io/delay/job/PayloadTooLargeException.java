/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
