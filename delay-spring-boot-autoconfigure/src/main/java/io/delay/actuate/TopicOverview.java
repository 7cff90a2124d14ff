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

package io.delay.actuate;

import java.util.Collections;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.delay.admin.TopicStatusResult;
import io.delay.store.admin.TopicStatus;

/**
 * How the topics of a store stand.
 *
 * @param topics what was read of each, in the order in which they are told of
 * @param omitted how many further topics there are
 */
record TopicOverview(Map<String, TopicStatusResult> topics, int omitted) {

	TopicOverview {
		topics = Collections.unmodifiableMap(topics);
	}

	// Null if the topic could not be read or is one of those that are omitted. One that
	// nobody has used so far cannot have been paused.
	@Nullable Boolean isPaused(String topic) {
		TopicStatusResult read = this.topics.get(topic);
		if (read != null) {
			TopicStatus status = read.status();
			return (status != null) ? status.paused() : null;
		}
		return (this.omitted > 0) ? null : false;
	}

	// Whether it would be of use to answer it again.
	boolean isComplete() {
		return this.topics.values().stream().noneMatch(TopicStatusResult::isUnreachable);
	}

}
