// SPDX-License-Identifier: Apache-2.0

package io.delay.event;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.job.JobRules;

/**
 * Published if one of the threads of a container has ended unexpectedly, so that the
 * container no longer reserves or settles jobs. This should never happen. To recover,
 * stop the container and start it again. The event is published at most once per start of
 * the container.
 *
 * @param topic the topic of the listener
 * @param cause the cause, or {@code null} if it is unknown
 * @since 0.1.0
 */
public record ContainerDiedEvent(String listenerId, String topic,
		@Nullable Throwable cause) implements DelayListenerEvent {

	public ContainerDiedEvent {
		Assert.hasText(listenerId, "'listenerId' must not be empty");
		JobRules.checkTopic(topic);
	}

}
