// SPDX-License-Identifier: Apache-2.0

package io.delay.event;

import org.springframework.util.Assert;

import io.delay.job.JobRules;

/**
 * Published if a settlement or a touch was refused because the lease was no longer valid:
 * the job was delivered again, replaced or cancelled while its handler was running, or
 * shortly before it started. The effects of the handler may occur twice. The event is
 * published once per lease. It is omitted if the store did not reply to an earlier
 * attempt to settle, because that attempt may have been carried out.
 *
 * @param topic the topic of the job
 * @param id the id of the job
 * @param attempt the number of the attempt whose lease was lost, starting at 1
 * @since 0.1.0
 */
public record LeaseLostEvent(String listenerId, String topic, String id, int attempt) implements DelayListenerEvent {

	public LeaseLostEvent {
		Assert.hasText(listenerId, "'listenerId' must not be empty");
		JobRules.checkTopic(topic);
		Assert.hasLength(id, "'id' must not be empty");
	}

}
