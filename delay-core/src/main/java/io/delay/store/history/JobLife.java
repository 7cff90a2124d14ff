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

package io.delay.store.history;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.store.StoredJob;

/**
 * Everything that is known about an id: its present job, and its finished runs. They are
 * read one after the other, so a job that ends in the meantime may appear both as a job
 * and as a run.
 *
 * @param job the job, {@code null} if there is none
 * @param runs the newest finished runs, newest first; empty if none are kept
 * @param searchedBackTo {@link RunPage#searchedBackTo()} of these runs
 * @since 0.1.0
 */
public record JobLife(@Nullable StoredJob job, List<FinishedRun> runs, @Nullable Instant searchedBackTo) {

	/**
	 * The maximum number of runs.
	 */
	public static final int MAX_RUNS = 50;

	public JobLife {
		Assert.notNull(runs, "'runs' must not be null");
		runs = List.copyOf(runs);
	}

}
