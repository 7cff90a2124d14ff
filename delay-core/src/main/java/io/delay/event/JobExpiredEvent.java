// SPDX-License-Identifier: Apache-2.0

package io.delay.event;

import org.springframework.util.Assert;

import io.delay.job.JobRules;

/**
 * Published after a container has deleted a job because it had expired. No handler was
 * called for this delivery of the job.
 *
 * @param topic the topic of the job
 * @param id the id of the job
 * @since 0.1.0
 */
public record JobExpiredEvent(String listenerId, String topic, String id) implements DelayListenerEvent {

	public JobExpiredEvent {
		Assert.hasText(listenerId, "'listenerId' must not be empty");
		JobRules.checkTopic(topic);
		Assert.hasLength(id, "'id' must not be empty");
	}

}
