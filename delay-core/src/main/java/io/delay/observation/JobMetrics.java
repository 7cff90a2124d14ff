// SPDX-License-Identifier: Apache-2.0

package io.delay.observation;

import java.time.Duration;

import io.delay.job.SubmitStatus;

/**
 * Measures jobs. The methods are called for every job on the threads that submit, handle
 * and settle it, so implementations must be fast and must not block. The first exception
 * that they throw is logged; no exception affects a job.
 *
 * @since 0.1.0
 */
public interface JobMetrics {

	/**
	 * Record the result of submitting a job.
	 */
	default void submitted(String topic, SubmitStatus status) {
	}

	/**
	 * Prepare for the jobs of a container. This method is called once, before the other
	 * methods are called for its jobs.
	 * @param topic the topic whose jobs the container handles
	 * @param listener the id of its listener
	 */
	default void listening(String topic, String listener) {
	}

	/**
	 * Record that a handler is about to start.
	 * @param listener the id of the listener
	 * @param lateness the time between the moment at which the job became ready,
	 * according to the store's clock, and the start of the handler
	 */
	default void started(String topic, String listener, Duration lateness) {
	}

	/**
	 * Record that a delivery has ended and that the store has confirmed its end.
	 * @param listener the id of the listener
	 * @param outcome how the delivery ended
	 * @param exception the simple class name of the exception that the handler threw, or
	 * {@code none}
	 */
	default void settled(String topic, String listener, JobOutcome outcome, String exception) {
	}

}
