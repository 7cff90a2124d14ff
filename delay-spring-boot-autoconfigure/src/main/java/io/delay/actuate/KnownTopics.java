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

import java.util.Set;
import java.util.function.Supplier;

import io.delay.actuate.request.NotFoundException;
import io.delay.admin.DelayAdminOperations;
import io.delay.job.JobRules;

/**
 * The topics of the store and of the application's own listeners. Operations reject other
 * topics, because a mistyped one would look empty or be created.
 */
final class KnownTopics {

	private final DelayAdminOperations admin;

	private final Supplier<Set<String>> ownTopics;

	KnownTopics(DelayAdminOperations admin, Supplier<Set<String>> ownTopics) {
		this.admin = admin;
		this.ownTopics = ownTopics;
	}

	/**
	 * Check that a topic is known.
	 * @throws NotFoundException if it is unknown
	 */
	String check(String topic) {
		JobRules.checkTopic(topic);
		if (!this.ownTopics.get().contains(topic) && !this.admin.topics().names().contains(topic)) {
			throw unknown(topic);
		}
		return topic;
	}

	static NotFoundException unknown(String topic) {
		return new NotFoundException("There is no topic '" + topic + "'");
	}

	static NotFoundException noJob(String topic, String id) {
		return new NotFoundException("Topic '" + topic + "' has no job '" + id + "'");
	}

}
