// SPDX-License-Identifier: Apache-2.0

package io.delay.boot.test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import io.delay.job.JobRules;
import io.delay.listener.container.CallerRunsContainers;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.store.admin.JobPosition;
import io.delay.store.memory.MemoryJobStore;

/**
 * The jobs that become due by a given time. They run in the order of their due times,
 * then of their ids, and the clock is set to the time of each job before it runs. An
 * instance is used for one call by one thread.
 */
final class DueJobs {

	/**
	 * The maximum number of runs, in addition to one run for each job that exists at the
	 * start.
	 */
	private static final int MAX_RUNS = 100_000;

	/** The corresponding maximum number of runs at the same time of the clock. */
	private static final int MAX_RUNS_AT_ONE_TIME = 10_000;

	private final MemoryJobStore store;

	private final TesterClock clock;

	private final List<DelayListenerRegistry> registries;

	private final Predicate<String> topics;

	private final Instant until;

	/** The time until which the store hands out no job, by topic. */
	private final Map<String, Instant> blocked = new HashMap<>();

	private final List<JobRun> runs = new ArrayList<>();

	/**
	 * Create an instance. No job runs yet.
	 * @param until the time by which jobs become due
	 */
	DueJobs(MemoryJobStore store, TesterClock clock, List<DelayListenerRegistry> registries, Predicate<String> topics,
			Instant until) {
		this.store = store;
		this.clock = clock;
		this.registries = registries;
		this.topics = topics;
		this.until = until;
	}

	/**
	 * Run the jobs, including jobs that their handlers submit.
	 * @return the runs in their order
	 * @throws IllegalStateException if jobs seem to submit each other or to be released
	 * endlessly
	 */
	List<JobRun> run() {
		long existing = existing();
		long atOneTime = 0;
		for (Event event = next(); event != null; event = next()) {
			if (event.at().isAfter(this.clock.instant())) {
				this.clock.set(event.at());
				atOneTime = 0;
			}
			if (++atOneTime > existing + MAX_RUNS_AT_ONE_TIME || this.runs.size() >= existing + MAX_RUNS) {
				throw endless(event.container().topic());
			}
			run(event.container());
		}
		return List.copyOf(this.runs);
	}

	private IllegalStateException endless(String topic) {
		return new IllegalStateException("Stopped at " + this.clock.instant() + " after " + this.runs.size()
				+ " runs, because the jobs of topic '" + topic + "' seem to submit each other or to be released "
				+ "endlessly. Advance by a shorter time, or cancel these jobs. Last runs: "
				+ this.runs.subList(Math.max(0, this.runs.size() - 3), this.runs.size()));
	}

	private long existing() {
		return this.store.topics()
			.stream()
			.mapToLong((topic) -> this.store.status(topic).counts().values().stream().mapToLong(Long::longValue).sum())
			.sum();
	}

	private void run(DelayListenerContainer container) {
		Instant time = this.clock.instant();
		CallerRunsContainers.Result result = CallerRunsContainers.handleNext(container);
		result.ended()
			.forEach((ended) -> this.runs.add(new JobRun(container.topic(), ended.id(), ended.attempt(), time,
					ended.outcome(), ended.failure())));
		if (result.ended().isEmpty()) {
			this.blocked.put(container.topic(), blockedUntil(time, result.nextEvent()));
		}
	}

	// The store compares times in whole milliseconds
	private static Instant blockedUntil(Instant time, @Nullable Duration nextEvent) {
		if (nextEvent == null) {
			return Instant.MAX;
		}
		Duration millis = JobRules.roundUp(nextEvent);
		return time.plus(millis.isZero() ? Duration.ofMillis(1) : millis);
	}

	private @Nullable Event next() {
		return this.registries.stream()
			.flatMap((registry) -> registry.containers().stream())
			.filter((container) -> container.isRunning() && this.topics.test(container.topic()))
			.flatMap((container) -> event(container).stream())
			.filter((event) -> !event.at().isAfter(this.until))
			.min(Event.IN_ORDER)
			.orElse(null);
	}

	private Optional<Event> event(DelayListenerContainer container) {
		return this.store.nextEvent(container.topic())
			.map((position) -> new Event(container, this.blocked.getOrDefault(container.topic(), Instant.MIN),
					position));
	}

	/**
	 * The next event of a topic.
	 *
	 * @param container the container of the topic
	 * @param notBefore the time before which the store hands out no job
	 * @param position the time of the event and the id of its job
	 */
	private record Event(DelayListenerContainer container, Instant notBefore, JobPosition position) {

		private static final Comparator<Event> IN_ORDER = Comparator.comparing(Event::at)
			.thenComparing((event) -> event.position().id())
			.thenComparing((event) -> event.container().topic());

		Instant at() {
			Instant time = this.position.time();
			return this.notBefore.isAfter(time) ? this.notBefore : time;
		}

	}

}
