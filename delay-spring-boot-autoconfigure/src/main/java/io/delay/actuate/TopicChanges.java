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

import io.delay.actuate.descriptor.ChangeDescriptor;
import io.delay.admin.DelayAdminOperations;

/**
 * The operations of the endpoint that change topics.
 */
final class TopicChanges {

	private final DelayAdminOperations admin;

	private final KnownTopics topics;

	TopicChanges(DelayAdminOperations admin, KnownTopics topics) {
		this.admin = admin;
		this.topics = topics;
	}

	ChangeDescriptor.OfTopic pause(String topic) {
		return new ChangeDescriptor.OfTopic(topic, true, this.admin.topics().pause(this.topics.check(topic)));
	}

	ChangeDescriptor.OfTopic resume(String topic) {
		return new ChangeDescriptor.OfTopic(topic, false, this.admin.topics().resume(this.topics.check(topic)));
	}

	ChangeDescriptor.Forgotten forget(String topic) {
		return ChangeDescriptor.Forgotten.of(topic, this.admin.topics().forget(this.topics.check(topic)));
	}

}
