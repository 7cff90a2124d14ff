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
