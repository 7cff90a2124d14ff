// SPDX-License-Identifier: Apache-2.0

package io.delay.template;

import java.time.InstantSource;
import java.util.Map;

import org.springframework.util.Assert;
import org.springframework.util.unit.DataSize;

import io.delay.job.JobDefaults;
import io.delay.job.JobRules;
import io.delay.store.HostName;
import io.delay.store.ReserveTerms;

/**
 * Options for {@link DelayTemplate}.
 *
 * @param maxPayloadSize the maximum size of a payload
 * @param terms the terms on which jobs are reserved
 * @param topicTerms the terms of individual topics, which take precedence over the
 * general terms
 * @param idGenerator generates the ids of jobs that are submitted without one
 * @param host the host name for tokens and failures
 * @param observations the observations and metrics of submits
 * @since 0.1.0
 */
public record DelayTemplateOptions(DataSize maxPayloadSize, ReserveTerms terms, Map<String, ReserveTerms> topicTerms,
		JobIdGenerator idGenerator, String host, SubmitObservations observations) {

	public DelayTemplateOptions {
		Assert.notNull(maxPayloadSize, "'maxPayloadSize' must not be null");
		Assert.isTrue(maxPayloadSize.toBytes() > 0,
				() -> "Max payload size " + maxPayloadSize + " must be at least one byte");
		Assert.notNull(terms, "'terms' must not be null");
		Assert.notNull(topicTerms, "'topicTerms' must not be null");
		topicTerms = Map.copyOf(topicTerms);
		topicTerms.keySet().forEach(JobRules::checkTopic);
		Assert.notNull(idGenerator, "'idGenerator' must not be null");
		Assert.hasText(host, "'host' must not be empty");
		Assert.notNull(observations, "'observations' must not be null");
	}

	/**
	 * Create options without observations and metrics.
	 * @param maxPayloadSize the maximum size of a payload
	 * @param terms the terms on which jobs are reserved
	 * @param topicTerms the terms of individual topics, which take precedence over the
	 * general terms
	 * @param idGenerator generates the ids of jobs that are submitted without one
	 * @param host the host name for tokens and failures
	 */
	public DelayTemplateOptions(DataSize maxPayloadSize, ReserveTerms terms, Map<String, ReserveTerms> topicTerms,
			JobIdGenerator idGenerator, String host) {
		this(maxPayloadSize, terms, topicTerms, idGenerator, host, SubmitObservations.none());
	}

	/**
	 * Return the default options for this host.
	 * @return the options
	 */
	public static DelayTemplateOptions defaults() {
		return new DelayTemplateOptions(JobDefaults.MAX_PAYLOAD_SIZE, ReserveTerms.defaults(), Map.of(),
				JobIdGenerator.timeOrdered(InstantSource.system()), HostName.resolve());
	}

	/**
	 * Return a copy of these options with different observations and metrics.
	 * @param observations the observations and metrics of submits
	 * @return the options
	 */
	public DelayTemplateOptions withObservations(SubmitObservations observations) {
		return new DelayTemplateOptions(this.maxPayloadSize, this.terms, this.topicTerms, this.idGenerator, this.host,
				observations);
	}

	/**
	 * Return the terms that apply to a topic.
	 * @return the terms of the topic if there are any, otherwise the general terms
	 */
	public ReserveTerms termsOf(String topic) {
		return this.topicTerms.getOrDefault(topic, this.terms);
	}

}
