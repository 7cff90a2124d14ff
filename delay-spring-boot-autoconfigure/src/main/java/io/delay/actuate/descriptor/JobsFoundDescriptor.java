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

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

import io.delay.job.JobState;

/**
 * The result of an operation on jobs with many ids.
 *
 * @param topic the topic
 * @param jobs the number of changed jobs
 * @param found the number of jobs that were found in each state, without states in which
 * there were none
 * @param missing the number of ids without a job
 */
public record JobsFoundDescriptor(String topic, long jobs, Map<JobState, Long> found,
		long missing) implements OperationResponseBody {

	public static JobsFoundDescriptor of(String topic, List<Optional<JobState>> states, Set<JobState> changeable) {
		Map<JobState, Long> found = new EnumMap<>(JobState.class);
		states.forEach((state) -> state.ifPresent((present) -> found.merge(present, 1L, Long::sum)));
		long changed = changeable.stream().mapToLong((state) -> found.getOrDefault(state, 0L)).sum();
		long missing = states.stream().filter(Optional::isEmpty).count();
		return new JobsFoundDescriptor(topic, changed, found, missing);
	}

}
