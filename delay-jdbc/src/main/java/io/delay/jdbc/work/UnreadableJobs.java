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

package io.delay.jdbc.work;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.delay.jdbc.table.JobDepth;
import io.delay.jdbc.table.JobRow;
import io.delay.store.BuriedJob;
import io.delay.store.ReserveRequest;
import io.delay.store.life.JobTransitions;
import io.delay.store.life.StagedJob;

/**
 * Buries the jobs whose rows cannot be read, so that they do not block other jobs. The
 * columns that cannot be read stay unchanged.
 */
final class UnreadableJobs {

	private final Work work;

	private final TopicWork topic;

	private final List<BuriedJob> buried = new ArrayList<>();

	UnreadableJobs(Work work, TopicWork topic) {
		this.work = work;
		this.topic = topic;
	}

	/**
	 * Bury the jobs that cannot be read.
	 * @param rows jobs that are locked
	 */
	void bury(List<JobRow> rows) {
		List<JobRow> unreadable = rows.stream().filter((row) -> !row.isReadable()).toList();
		this.topic.load(unreadable.stream().map((row) -> row.job().id()).toList(), JobDepth.DETAILS);
		JobTransitions transitions = new JobTransitions(this.topic, this.work.transaction());
		for (JobRow row : unreadable) {
			StagedJob job = Objects.requireNonNull(this.topic.get(row.job().id()));
			this.buried.add(transitions.bury(job, Objects.requireNonNull(row.problem())));
		}
	}

	/**
	 * Return the jobs that can be read.
	 * @param rows jobs
	 * @return those that can be read
	 */
	static List<JobRow> without(List<JobRow> rows) {
		return rows.stream().filter(JobRow::isReadable).toList();
	}

	/**
	 * Whether so many jobs were buried that others must be left to the next reserve.
	 * @return {@code true} if they are as many as a reserve may return
	 */
	boolean areMany() {
		return this.buried.size() >= ReserveRequest.MAX_LIMIT;
	}

	List<BuriedJob> buried() {
		return this.buried;
	}

}
