// SPDX-License-Identifier: Apache-2.0

package io.delay.store.life;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import io.delay.job.JobPriority;
import io.delay.store.LookAhead;

/**
 * The ready jobs of a topic in the order in which they are reserved: by priority, except
 * that in every ten turns with jobs of several priorities, one turn prefers jobs of
 * normal priority and one prefers jobs of low priority. After them come the jobs that
 * will soon be ready.
 */
final class ReadyJobs {

	private static final int TURNS = 10;

	private static final int TURN_OF_NORMAL = 8;

	private static final int TURN_OF_LOW = 9;

	private final ReservableJobs topic;

	private final Map<JobPriority, Deque<StagedJob>> ready = new EnumMap<>(JobPriority.class);

	private final StoreTime time;

	ReadyJobs(ReservableJobs topic, int limit, StoreTime time) {
		this.topic = topic;
		this.time = time;
		for (JobPriority priority : JobPriority.values()) {
			Deque<StagedJob> jobs = new ArrayDeque<>();
			jobs.addAll(topic.ready(priority, limit, time));
			if (!jobs.isEmpty()) {
				this.ready.put(priority, jobs);
			}
		}
	}

	// There are none while the clock is behind, because the time until they are ready is
	// uncertain.
	List<StagedJob> upcoming(LookAhead lookAhead, int limit) {
		if (lookAhead.isNone() || this.time.isBehind()) {
			return List.of();
		}
		Instant horizon = this.time.now().plus(lookAhead.window());
		int most = Math.min(limit, lookAhead.limit());
		return order().stream()
			.flatMap((priority) -> this.topic.upcoming(priority, horizon, most, this.time).stream())
			.sorted(Comparator.comparing(StagedJob::score))
			.limit(most)
			.toList();
	}

	boolean isEmpty() {
		return this.ready.isEmpty();
	}

	StagedJob peek() {
		return jobs(next()).element();
	}

	void remove() {
		JobPriority priority = next();
		if (this.ready.size() > 1) {
			this.topic.turn((this.topic.turn() + 1) % TURNS);
		}
		Deque<StagedJob> jobs = jobs(priority);
		jobs.remove();
		if (jobs.isEmpty()) {
			this.ready.remove(priority);
		}
	}

	private JobPriority next() {
		return order().stream().filter(this.ready::containsKey).findFirst().orElseThrow();
	}

	private List<JobPriority> order() {
		return switch (this.topic.turn()) {
			case TURN_OF_NORMAL -> List.of(JobPriority.NORMAL, JobPriority.HIGH, JobPriority.LOW);
			case TURN_OF_LOW -> List.of(JobPriority.LOW, JobPriority.HIGH, JobPriority.NORMAL);
			default -> List.of(JobPriority.HIGH, JobPriority.NORMAL, JobPriority.LOW);
		};
	}

	private Deque<StagedJob> jobs(JobPriority priority) {
		return this.ready.getOrDefault(priority, new ArrayDeque<>());
	}

}
