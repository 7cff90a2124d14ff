// SPDX-License-Identifier: Apache-2.0

package io.delay.observation;

import java.util.HashMap;
import java.util.Map;

import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;
import org.springframework.util.StringUtils;

/**
 * The context of an observed submit. Its carrier collects the headers that continue the
 * trace in the jobs.
 *
 * @since 0.1.0
 */
public final class SubmitObservationContext extends SenderContext<Map<String, String>> {

	/**
	 * The topic of a call whose jobs have several topics.
	 */
	public static final String SEVERAL_TOPICS = "several";

	private final String topic;

	private final int jobs;

	private volatile @Nullable String jobId;

	private volatile @Nullable SubmitOutcome outcome;

	/**
	 * Create a context.
	 * @param topic the topic, or {@value #SEVERAL_TOPICS}
	 * @param jobs the number of jobs of the call
	 */
	public SubmitObservationContext(String topic, int jobs) {
		super(SubmitObservationContext::addHeader, Kind.PRODUCER);
		Assert.notNull(topic, "'topic' must not be null");
		this.topic = topic;
		this.jobs = jobs;
	}

	// Headers that are not valid for a job are omitted
	private static void addHeader(@Nullable Map<String, String> carrier, String name, @Nullable String value) {
		if (carrier != null && StringUtils.hasText(name) && value != null) {
			carrier.put(name, value);
		}
	}

	/**
	 * Return the carrier of the headers. It is created on demand, because most
	 * applications do not trace.
	 * @return a modifiable map of headers
	 */
	@Override
	public Map<String, String> getCarrier() {
		Map<String, String> carrier = super.getCarrier();
		if (carrier == null) {
			carrier = new HashMap<>();
			setCarrier(carrier);
		}
		return carrier;
	}

	/**
	 * Return the headers that continue the trace in the jobs.
	 * @return the headers, empty if the submit is not traced
	 */
	public Map<String, String> headers() {
		Map<String, String> carrier = super.getCarrier();
		return (carrier != null) ? carrier : Map.of();
	}

	/**
	 * Return the topic of the jobs.
	 * @return the topic, or {@value #SEVERAL_TOPICS}
	 */
	public String topic() {
		return this.topic;
	}

	/**
	 * Return the number of jobs of the call.
	 * @return the number
	 */
	public int jobs() {
		return this.jobs;
	}

	/**
	 * Return the id of the job.
	 * @return the id; {@code null} if the call has several jobs, or if the id was not set
	 * and has not been generated yet
	 */
	public @Nullable String jobId() {
		return this.jobId;
	}

	/**
	 * Set the id of the job.
	 */
	public void jobId(@Nullable String jobId) {
		this.jobId = jobId;
	}

	/**
	 * Return how the submit ended.
	 * @return the outcome, or {@code null} while the submit is in progress
	 */
	public @Nullable SubmitOutcome outcome() {
		return this.outcome;
	}

	/**
	 * Set how the submit ended.
	 */
	public void outcome(SubmitOutcome outcome) {
		this.outcome = outcome;
	}

}
