// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.health;

import java.util.Collections;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.delay.admin.TopicStatusScan;
import io.delay.store.admin.TopicStatus;

/**
 * The status of the topics of a store.
 *
 * @param topics the result of reading each topic, in the order in which they are shown
 * @param omitted the number of topics that were not read
 */
public record TopicOverview(Map<String, TopicStatusScan.Result> topics, int omitted) {

	public TopicOverview {
		topics = Collections.unmodifiableMap(topics);
	}

	// Returns null if the topic could not be read or was omitted. A topic that the store
	// does not list has never been used, so it is not paused.
	public @Nullable Boolean isPaused(String topic) {
		TopicStatusScan.Result read = this.topics.get(topic);
		if (read != null) {
			TopicStatus status = read.status();
			return (status != null) ? status.paused() : null;
		}
		return (this.omitted > 0) ? null : false;
	}

	// An overview with an unreachable topic must not be reused.
	public boolean isComplete() {
		return this.topics.values().stream().noneMatch(TopicStatusScan.Result::isUnreachable);
	}

}
