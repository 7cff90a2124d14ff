// SPDX-License-Identifier: Apache-2.0

package io.delay.observation;

import java.util.Map;

import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.Propagator;
import io.micrometer.observation.transport.ReceiverContext;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.store.ReservedJob;

/**
 * The context of an observed delivery. Its carrier contains the headers of the job, with
 * which tracing continues the trace of the submit.
 *
 * @since 0.1.0
 */
public final class ProcessObservationContext extends ReceiverContext<Map<String, String>> {

	private static final Propagator.Getter<Map<String, String>> HEADER = Map::get;

	private final String listener;

	private final ReservedJob job;

	private volatile @Nullable JobOutcome outcome;

	/**
	 * Create a context.
	 * @param listener the id of the listener
	 */
	public ProcessObservationContext(String listener, ReservedJob job) {
		super(HEADER, Kind.CONSUMER);
		Assert.notNull(listener, "'listener' must not be null");
		Assert.notNull(job, "'job' must not be null");
		this.listener = listener;
		this.job = job;
		setCarrier(job.record().headers());
	}

	/**
	 * Return the listener that handles the job.
	 * @return the id of the listener
	 */
	public String listener() {
		return this.listener;
	}

	/**
	 * Return the job.
	 * @return the job
	 */
	public ReservedJob job() {
		return this.job;
	}

	/**
	 * Return the topic of the job.
	 * @return the topic
	 */
	public String topic() {
		return this.job.lease().topic();
	}

	/**
	 * Return the id of the job.
	 * @return the id
	 */
	public String jobId() {
		return this.job.lease().id();
	}

	/**
	 * Return the number of the attempt.
	 * @return the number, starting at 1
	 */
	public int attempt() {
		return this.job.terms().attempt();
	}

	/**
	 * Return the outcome of the delivery.
	 * @return the outcome, or {@code null} while the handler is running
	 */
	public @Nullable JobOutcome outcome() {
		return this.outcome;
	}

	/**
	 * Set the outcome of the delivery.
	 */
	public void outcome(JobOutcome outcome) {
		this.outcome = outcome;
	}

}
