// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.record;

import java.time.InstantSource;
import java.util.List;

import io.delay.job.SubmitTime;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.history.HistorySettings;

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
		return job.withRecord(addTo(job.topic(), job.record()));
	}

	public JobRecord addTo(String topic, JobRecord record) {
		return this.history.isOn(topic) ? record.withHeaders(SubmitTime.addTo(record.headers(), this.clock.instant()))
				: record;
	}

}
