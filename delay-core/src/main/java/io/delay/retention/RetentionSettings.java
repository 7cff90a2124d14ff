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

package io.delay.retention;

import java.util.Map;
import java.util.stream.Collectors;

import org.springframework.util.Assert;

import io.delay.job.JobRules;
import io.delay.store.admin.FailedRetention;

/**
 * Which failed jobs are kept.
 *
 * @param general what applies to each topic, for the limits that the topic has not itself
 * @param topics what applies to single topics; goes before the general limits, each on
 * its own
 * @since 0.1.0
 */
public record RetentionSettings(FailedRetention general, Map<String, FailedRetention> topics) {

	public RetentionSettings {
		Assert.notNull(general, "'general' must not be null");
		Assert.notNull(topics, "'topics' must not be null");
		topics.keySet().forEach(JobRules::checkTopic);
		topics = topics.entrySet()
			.stream()
			.filter((topic) -> !topic.getValue().isUnlimited())
			.collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
	}

	/**
	 * Whether nothing is ever dropped.
	 * @return {@code true} if so
	 */
	public boolean isUnlimited() {
		return this.general.isUnlimited() && this.topics.isEmpty();
	}

	/**
	 * What applies to a topic.
	 * @param topic the topic
	 * @return its own limits, else the general ones
	 */
	public FailedRetention retentionOf(String topic) {
		FailedRetention own = this.topics.getOrDefault(topic, FailedRetention.UNLIMITED);
		return new FailedRetention((own.maxAge() != null) ? own.maxAge() : this.general.maxAge(),
				(own.maxCount() != null) ? own.maxCount() : this.general.maxCount());
	}

}
