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

import java.util.List;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

import io.delay.admin.failures.FailureGroup;
import io.delay.admin.failures.FailureGroups;

/**
 * The failed jobs of a topic, grouped by the cause of their failure.
 *
 * @param topic the topic
 * @param examined the number of failed jobs that were examined
 * @param complete {@code false} if there are older failed jobs, which were not examined
 * @param groups the largest groups
 * @param omittedGroups the number of smaller groups that are not shown
 */
public record FailureGroupsDescriptor(String topic, long examined, boolean complete, List<FailureGroup> groups,
		int omittedGroups) implements OperationResponseBody {

	private static final int MAX_GROUPS = 100;

	public static FailureGroupsDescriptor of(String topic, FailureGroups failures) {
		List<FailureGroup> groups = failures.groups();
		List<FailureGroup> shown = groups.subList(0, Math.min(MAX_GROUPS, groups.size()));
		return new FailureGroupsDescriptor(topic, failures.examined(), failures.complete(), shown,
				groups.size() - shown.size());
	}

}
