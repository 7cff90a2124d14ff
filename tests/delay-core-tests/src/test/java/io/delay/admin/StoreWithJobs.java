// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.delay.converter.SimplePayloadConverter;
import io.delay.job.Job;
import io.delay.store.FailureReason;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.history.HistoryLimits;
import io.delay.store.history.HistorySettings;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayTemplate;

/**
 * A store in memory whose clock stands still until it is moved, and the jobs in it.
 */
public final class StoreWithJobs {

	private static final FailureReason REASON = new FailureReason("broken", "host");

	private volatile Instant now = Instant.parse("2030-01-01T00:00:00Z");

	private final MemoryJobStore store = new MemoryJobStore(() -> this.now,
			new HistorySettings(new HistoryLimits(10_000, null, null), Map.of()));

	private final DelayTemplate template = new DelayTemplate(this.store, this.store, new SimplePayloadConverter());

	public MemoryJobStore store() {
		return this.store;
	}

	public DelayTemplate template() {
		return this.template;
	}

	public Instant now() {
		return this.now;
	}

	public void advance(Duration duration) {
		this.now = this.now.plus(duration);
	}

	public void waiting(String topic, String id, Duration delay) {
		this.template.submit(Job.to(topic).id(id).payload("payload").delay(delay).build());
	}

	public void failed(String topic, String id) {
		waiting(topic, id, Duration.ZERO);
		this.store.bury(topic, List.of(id), REASON);
	}

	/**
	 * Many failed jobs.
	 * @return their ids, the first one buried first
	 */
	public List<String> failed(String topic, int jobs) {
		List<String> ids = IntStream.range(0, jobs).mapToObj("%05d"::formatted).toList();
		this.template.submitAll(ids.stream().map((id) -> Job.to(topic).id(id).payload("payload").build()).toList());
		for (int from = 0; from < jobs; from += JobStoreAdministrator.MAX_JOBS) {
			this.store.bury(topic, ids.subList(from, Math.min(from + JobStoreAdministrator.MAX_JOBS, jobs)), REASON);
			advance(Duration.ofMillis(1));
		}
		return ids;
	}

	/**
	 * Many finished runs, which are those of cancelled jobs.
	 * @return their ids, the last one cancelled first
	 */
	public List<String> finished(String topic, int runs) {
		List<String> ids = IntStream.range(0, runs).mapToObj("%05d"::formatted).toList();
		for (String id : ids) {
			waiting(topic, id, Duration.ZERO);
			this.template.cancel(topic, id);
		}
		List<String> newestFirst = new ArrayList<>(ids);
		Collections.reverse(newestFirst);
		return newestFirst;
	}

}
