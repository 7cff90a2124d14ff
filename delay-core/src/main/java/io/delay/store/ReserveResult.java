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

package io.delay.store;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What a reserve answers.
 *
 * @param jobs the jobs handed over: first those whose lease had run out, by time, then
 * the waiting ones, by priority and time; empty if none is ready
 * @param nextEvent how long to sleep until something will be ready, counted from the
 * moment at which the store answered: zero if more may be ready now, {@code null} if the
 * topic holds nothing that time alone makes ready, or is paused
 * @param buried the jobs that this call has buried instead of handing them over
 * @param isolatedLeft whether a job was left out because it is to be isolated and the
 * call takes no such job, or no second one
 * @since 0.1.0
 */
public record ReserveResult(List<ReservedJob> jobs, @Nullable Duration nextEvent, List<BuriedJob> buried,
		boolean isolatedLeft) {

	public ReserveResult {
		jobs = List.copyOf(jobs);
		buried = List.copyOf(buried);
	}

	/**
	 * Create the result of a call that left out no job.
	 * @param jobs the jobs handed over
	 * @param nextEvent how long to sleep until something will be ready, or {@code null}
	 * @param buried the jobs that were buried
	 */
	public ReserveResult(List<ReservedJob> jobs, @Nullable Duration nextEvent, List<BuriedJob> buried) {
		this(jobs, nextEvent, buried, false);
	}

}
