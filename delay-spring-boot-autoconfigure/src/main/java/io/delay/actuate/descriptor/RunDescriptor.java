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

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import io.delay.store.JobRecord;
import io.delay.store.history.FinishedRun;
import io.delay.store.history.RunOutcome;
import io.delay.store.history.RunTimes;

/**
 * A finished run of a job.
 *
 * @param id the id of the job
 * @param outcome how the job ended
 * @param attempts the number of attempts
 * @param host the host that handled the job, {@code null} if the job was cancelled or has
 * expired
 * @param submitted when the job was submitted, {@code null} if it is unknown
 * @param dueTime when the job was first due, {@code null} if it is unknown
 * @param started when the last handler started, {@code null} if the job was cancelled or
 * has expired
 * @param finished when the job ended
 * @param content the payload and headers, {@code null} if they are not kept or not shown
 */
public record RunDescriptor(String id, RunOutcome outcome, int attempts, @Nullable String host,
		@Nullable Instant submitted, @Nullable Instant dueTime, @Nullable Instant started, Instant finished,
		@Nullable ContentDescriptor content) {

	public static RunDescriptor of(FinishedRun run, boolean showContent) {
		RunTimes times = run.times();
		JobRecord record = run.record();
		return new RunDescriptor(run.id(), run.outcome(), run.attempts(), run.host(), times.submitted(), times.due(),
				times.started(), times.finished(),
				(showContent && record != null) ? ContentDescriptor.of(record) : null);
	}

}
