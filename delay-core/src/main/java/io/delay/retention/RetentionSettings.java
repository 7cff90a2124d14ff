// SPDX-License-Identifier: Apache-2.0

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
