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

package io.delay.actuate.descriptor;

import java.util.Map;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

import io.delay.job.JobState;
import io.delay.store.admin.ForgetResult;

/**
 * The result of forgetting a topic.
 *
 * @param topic the topic
 * @param forgotten whether it was forgotten
 * @param jobs the number of jobs that were found, by state
 * @param consumers the number of consumers that were found
 */
public record ForgottenTopicDescriptor(String topic, boolean forgotten, Map<JobState, Long> jobs,
		long consumers) implements OperationResponseBody {

	public static ForgottenTopicDescriptor of(String topic, ForgetResult result) {
		return new ForgottenTopicDescriptor(topic, result.forgotten(), result.found().counts(),
				result.found().consumers());
	}

}
