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

package io.delay.redis.record;

import java.util.List;
import java.util.Optional;

import io.delay.job.JobState;

/**
 * The numbers that stand for states in scripts.
 */
public final class JobStateCodes {

	private static final List<JobState> STATES = List.of(JobState.DELAYED, JobState.READY, JobState.RESERVED,
			JobState.FAILED);

	private JobStateCodes() {
	}

	public static int number(JobState state) {
		return STATES.indexOf(state) + 1;
	}

	// In the order of their numbers.
	public static List<JobState> states() {
		return STATES;
	}

	// Scripts return 0 for a job that does not exist.
	public static Optional<JobState> of(long number) {
		return (number == 0) ? Optional.empty() : Optional.of(STATES.get((int) number - 1));
	}

}
