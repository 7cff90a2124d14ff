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

import java.time.InstantSource;
import java.util.List;

import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.history.HistorySettings;
import io.delay.store.history.SubmitTime;

/**
 * Adds the current time, as the submit time, to the records of jobs whose topic keeps a
 * history.
 */
public final class SubmitTimes {

	private final HistorySettings history;

	private final InstantSource clock;

	public SubmitTimes(HistorySettings history, InstantSource clock) {
		this.history = history;
		this.clock = clock;
	}

	public List<NewJob> addTo(List<NewJob> jobs) {
		for (NewJob job : jobs) {
			if (this.history.isOn(job.topic())) {
				return jobs.stream().map(this::addTo).toList();
			}
		}
		return jobs;
	}

	private NewJob addTo(NewJob job) {
		return new NewJob(job.topic(), job.id(), job.dueTime(), job.onConflict(), addTo(job.topic(), job.record()));
	}

	public JobRecord addTo(String topic, JobRecord record) {
		return this.history.isOn(topic) ? SubmitTime.addTo(record, this.clock.instant()) : record;
	}

}
