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

package io.delay.admin;

import io.delay.event.DelayAdminEvent.Action;
import io.delay.job.JobRules;
import io.delay.store.admin.ForgetResult;
import io.delay.store.admin.JobStoreAdministrator;

/**
 * The actions of an operator on topics.
 */
final class TopicActions {

	private final JobStoreAdministrator administrator;

	private final OperatorTrail trail;

	TopicActions(JobStoreAdministrator administrator, OperatorTrail trail) {
		this.administrator = administrator;
		this.trail = trail;
	}

	boolean pause(String topic) {
		OperatorAction action = this.trail.begin(Action.PAUSE, JobRules.checkTopic(topic));
		return action.run(() -> action.topic(this.administrator.pause(topic, action.operator())));
	}

	boolean resume(String topic) {
		OperatorAction action = this.trail.begin(Action.RESUME, JobRules.checkTopic(topic));
		return action.run(() -> action.topic(this.administrator.resume(topic)));
	}

	ForgetResult forget(String topic) {
		OperatorAction action = this.trail.begin(Action.FORGET, JobRules.checkTopic(topic));
		return action.run(() -> {
			ForgetResult result = this.administrator.forget(topic);
			action.topic(result.forgotten());
			return result;
		});
	}

}
