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
