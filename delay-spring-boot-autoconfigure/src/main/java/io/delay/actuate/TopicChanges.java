// SPDX-License-Identifier: Apache-2.0

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
