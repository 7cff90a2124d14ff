// SPDX-License-Identifier: Apache-2.0

package io.delay.store.history;

import java.util.HashMap;
import java.util.Map;

import org.springframework.util.Assert;

import io.delay.job.JobRules;

/**
 * Determines which topics keep a history of finished runs. The settings of the instance
 * that ends a job apply.
 *
 * @param general the general limits, each of which applies to topics that do not set this
 * limit
 * @param topics the limits of individual topics, each of which takes precedence over the
 * general limit
 * @since 0.1.0
 */
public record HistorySettings(HistoryLimits general, Map<String, HistoryLimits> topics) {

	/**
	 * Keeps no history of any topic.
	 */
	public static final HistorySettings OFF = new HistorySettings(HistoryLimits.NONE, Map.of());

	public HistorySettings {
		Assert.notNull(general, "'general' must not be null");
		Assert.notNull(topics, "'topics' must not be null");
		Map<String, HistoryLimits> complete = new HashMap<>();
		topics.forEach((topic, limits) -> complete.put(JobRules.checkTopic(topic), limits.orElse(general)));
		topics = Map.copyOf(complete);
	}

	/**
	 * Return the limits that apply to a topic.
	 * @return the limits of the topic where they are set, otherwise the general limits
	 */
	public HistoryLimits limitsOf(String topic) {
		return this.topics.getOrDefault(topic, this.general);
	}

	/**
	 * Whether a topic keeps a history.
	 * @return whether finished runs of the topic are kept
	 */
	public boolean isOn(String topic) {
		return limitsOf(topic).isOn();
	}

}
