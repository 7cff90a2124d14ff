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
 * The limits for failed jobs.
 *
 * @param general the general limits, each of which applies to topics that do not set this
 * limit
 * @param topics the limits of individual topics, each of which takes precedence over the
 * general limit
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
	 * Whether failed jobs are never dropped.
	 * @return {@code true} if there are no limits
	 */
	public boolean isUnlimited() {
		return this.general.isUnlimited() && this.topics.isEmpty();
	}

	/**
	 * Return the limits that apply to a topic.
	 * @return the limits of the topic where they are set, otherwise the general limits
	 */
	public FailedRetention retentionOf(String topic) {
		FailedRetention own = this.topics.getOrDefault(topic, FailedRetention.UNLIMITED);
		return new FailedRetention((own.maxAge() != null) ? own.maxAge() : this.general.maxAge(),
				(own.maxCount() != null) ? own.maxCount() : this.general.maxCount());
	}

}
