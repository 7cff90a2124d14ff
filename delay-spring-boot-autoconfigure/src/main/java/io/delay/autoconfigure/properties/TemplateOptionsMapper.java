// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

import java.util.LinkedHashMap;
import java.util.Map;

import io.delay.autoconfigure.diagnostics.DelaySetupException;
import io.delay.store.HostName;
import io.delay.store.ReserveTerms;
import io.delay.template.DelayTemplateOptions;
import io.delay.template.JobIdGenerator;

/**
 * Maps the properties to the options of the template. Internal to Delay: may change
 * without notice.
 *
 * @since 0.1.0
 * @hidden
 */
public final class TemplateOptionsMapper {

	private final DelayProperties properties;

	public TemplateOptionsMapper(DelayProperties properties) {
		this.properties = properties;
	}

	/**
	 * Return the options of the template.
	 * @param idGenerator generates the ids of jobs that have none
	 * @return the options, without observations
	 */
	public DelayTemplateOptions options(JobIdGenerator idGenerator) {
		DelayProperties.Job job = this.properties.getJob();
		ReserveTerms terms = new ReserveTerms(job.getTtr(), job.getMaxAttempts());
		return new DelayTemplateOptions(job.getMaxPayloadSize(), terms, topicTerms(terms), idGenerator,
				HostName.resolve());
	}

	private Map<String, ReserveTerms> topicTerms(ReserveTerms terms) {
		Map<String, ReserveTerms> topicTerms = new LinkedHashMap<>();
		this.properties.getTopics()
			.forEach((topic, of) -> topicTerms.put(DelaySetupException.checkTopic(topic),
					new ReserveTerms((of.getTtr() != null) ? of.getTtr() : terms.ttr(),
							(of.getMaxAttempts() != null) ? of.getMaxAttempts() : terms.maxAttempts())
						.limitedTo(of.getRateLimit())));
		return topicTerms;
	}

}
