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

package io.delay.actuate.health;

import java.util.Collections;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.delay.admin.TopicStatusResult;
import io.delay.store.admin.TopicStatus;

/**
 * The status of the topics of a store.
 *
 * @param topics the result of reading each topic, in the order in which they are shown
 * @param omitted the number of topics that were not read
 */
public record TopicOverview(Map<String, TopicStatusResult> topics, int omitted) {

	public TopicOverview {
		topics = Collections.unmodifiableMap(topics);
	}

	// Returns null if the topic could not be read or was omitted. A topic that the store
	// does not list has never been used, so it is not paused.
	public @Nullable Boolean isPaused(String topic) {
		TopicStatusResult read = this.topics.get(topic);
		if (read != null) {
			TopicStatus status = read.status();
			return (status != null) ? status.paused() : null;
		}
		return (this.omitted > 0) ? null : false;
	}

	// An overview with an unreachable topic must not be reused.
	public boolean isComplete() {
		return this.topics.values().stream().noneMatch(TopicStatusResult::isUnreachable);
	}

}
