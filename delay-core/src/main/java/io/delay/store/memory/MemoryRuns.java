// SPDX-License-Identifier: Apache-2.0

package io.delay.store.memory;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import io.delay.job.JobRules;
import io.delay.store.JobRecord;
import io.delay.store.ReserveRequest;
import io.delay.store.history.FinishedRun;
import io.delay.store.history.HistoryLimits;
import io.delay.store.history.RunPage;
import io.delay.store.history.RunPageRequest;
import io.delay.store.history.RunPosition;

/**
 * The finished runs of one topic by increasing numbers that contain the time, as in
 * Redis.
 */
final class MemoryRuns {

	private static final int TIME = 10;

	private final HistoryLimits limits;

	private final TreeMap<Long, FinishedRun> runs = new TreeMap<>();

	private long last;

	MemoryRuns(HistoryLimits limits) {
		this.limits = limits;
	}

	boolean isOn() {
		return this.limits.isOn();
	}

	// Keeps a run, if the topic keeps a history, and removes runs that are too many or
	// too old.
	void keep(FinishedRun run) {
		if (!isOn()) {
			return;
		}
		FinishedRun kept = this.limits.withPayloads() ? run : run.withRecord(null);
		this.last = Math.max(this.last + 1, run.times().finished().toEpochMilli() << TIME);
		this.runs.put(this.last, kept);
		while (isOneTooMany(run.times().finished())) {
			this.runs.pollFirstEntry();
		}
	}

	private boolean isOneTooMany(Instant now) {
		Instant oldest = Instant.ofEpochMilli(this.runs.firstKey() >> TIME);
		return this.runs.size() > this.limits.count()
				|| (this.limits.maxAge() != null && oldest.plus(JobRules.roundUp(this.limits.maxAge())).isBefore(now));
	}

	RunPage page(RunPageRequest request) {
		RunPosition after = request.after();
		Map<Long, FinishedRun> newestFirst = ((after != null) ? this.runs.headMap(after.before().get(0), false)
				: this.runs)
			.descendingMap();
		List<FinishedRun> page = new ArrayList<>();
		RunPosition position = null;
		long bytes = 0;
		for (Map.Entry<Long, FinishedRun> entry : newestFirst.entrySet()) {
			FinishedRun run = entry.getValue();
			if (request.id() != null && !request.id().equals(run.id())) {
				continue;
			}
			bytes += size(run.record());
			if (page.size() == request.limit() || (!page.isEmpty() && bytes > ReserveRequest.MAX_PAYLOAD_BYTES)) {
				return new RunPage(page, position);
			}
			page.add(run);
			position = new RunPosition(List.of(entry.getKey()));
		}
		return new RunPage(page, null);
	}

	private static int size(@Nullable JobRecord record) {
		return (record != null) ? record.payload().length : 0;
	}

}
