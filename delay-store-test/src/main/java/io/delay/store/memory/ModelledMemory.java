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

package io.delay.store.memory;

import java.lang.reflect.Field;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

import org.springframework.util.ReflectionUtils;

import io.delay.job.JobPriority;
import io.delay.job.JobRules;
import io.delay.store.JobFailures;
import io.delay.store.JobStore;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.ReserveResult;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.history.FinishedRun;
import io.delay.store.history.HistorySettings;
import io.delay.store.life.JobAdministration;
import io.delay.store.life.JobStage;
import io.delay.store.life.Progress;
import io.delay.store.life.Setbacks;
import io.delay.store.life.StagedJob;
import io.delay.store.life.StoreTime;
import io.delay.store.life.StoreTransaction;
import io.delay.test.model.Contents;
import io.delay.test.model.Model;

/**
 * The store in memory, of which everything can be seen.
 */
public final class ModelledMemory implements Model {

	private MemoryJobStore store = open(HistorySettings.OFF);

	private Instant now = Instant.EPOCH;

	private Duration longestTouch = Duration.ZERO;

	/** When jobs that have never failed were released, by topic and id. */
	private final Map<String, Instant> releases = new HashMap<>();

	private Instant now() {
		return this.now;
	}

	private MemoryJobStore open(HistorySettings history) {
		return new MemoryJobStore(this::now, history, true);
	}

	@Override
	public void clear(HistorySettings history) {
		this.store = open(history);
		this.longestTouch = Duration.ZERO;
		this.releases.clear();
	}

	@Override
	public void setTime(Instant now) {
		this.now = now;
	}

	@Override
	public void setClockMark(Instant mark) {
		ReflectionUtils.setField(field(MemoryClock.class, "mark"), clock(), mark);
	}

	private MemoryClock clock() {
		return (MemoryClock) valueOf("clock", this.store);
	}

	private static Object valueOf(String field, Object owner) {
		return Objects.requireNonNull(ReflectionUtils.getField(field(owner.getClass(), field), owner));
	}

	private static Field field(Class<?> type, String name) {
		Field field = Objects.requireNonNull(ReflectionUtils.findField(type, name), name);
		ReflectionUtils.makeAccessible(field);
		return field;
	}

	@Override
	public JobStore store() {
		return this.store;
	}

	@Override
	public JobStoreInspector inspector() {
		return this.store;
	}

	@Override
	public JobStoreAdministrator administrator() {
		return this.store;
	}

	@Override
	public Contents contents() {
		Contents contents = new Contents();
		Map<String, MemoryTopic> topics = topics();
		contents.topics(topics.keySet());
		topics.forEach((name, topic) -> add(contents, name, topic, clock().read()));
		return contents;
	}

	// What is kept of a topic, under another name.
	public void addTo(Contents contents, String topic, String name) {
		add(contents, name, Objects.requireNonNull(topics().get(topic)), clock().read());
	}

	@Override
	public Map<String, Optional<Duration>> nextEvents(String topic, ReserveResult result) {
		return Map.of(topic, Optional.ofNullable(result.nextEvent()));
	}

	@Override
	public void purge(String topic, String id) {
		MemoryTopic jobs = Objects.requireNonNull(topics().get(topic));
		new JobAdministration(jobs, new StoreTransaction(clock().read()))
			.purge(List.of(Objects.requireNonNull(jobs.get(id))));
	}

	/**
	 * Return the finished runs of a topic by their numbers.
	 */
	public NavigableMap<Long, FinishedRun> runs(String topic) {
		MemoryTopic jobs = topics().get(topic);
		return (jobs != null) ? runs(jobs) : new TreeMap<>();
	}

	@SuppressWarnings("unchecked")
	private static NavigableMap<Long, FinishedRun> runs(MemoryTopic topic) {
		return (NavigableMap<Long, FinishedRun>) valueOf("runs", topic.runs());
	}

	@Override
	public void touched(Lease lease, Duration ttr) {
		StagedJob job = job(lease);
		Duration rounded = JobRules.roundUp(ttr);
		if (rounded.compareTo(((JobStage.Reserved) job.stage()).terms().ttr()) > 0
				&& rounded.compareTo(this.longestTouch) > 0) {
			this.longestTouch = rounded;
		}
	}

	@Override
	public void released(Lease lease) {
		StagedJob job = job(lease);
		JobFailures failures = job.failures();
		Instant now = clock().read().now();
		if (failures == null) {
			this.releases.put(key(job), now);
		}
		else if (failures.time().isAfter(now)) {
			Objects.requireNonNull(topics().get(lease.topic())).put(withTimes(job, job.stage(), now));
		}
	}

	private StagedJob job(Lease lease) {
		return Objects.requireNonNull(Objects.requireNonNull(topics().get(lease.topic())).get(lease.id()));
	}

	private static String key(StagedJob job) {
		return job.topic() + "/" + job.id();
	}

	private static StagedJob withTimes(StagedJob job, JobStage stage, Instant failed) {
		JobFailures failures = (job.failures() != null) ? withTime(job.failures(), failed) : null;
		return new StagedJob(job.topic(), job.id(), job.record(), stage, job.dueTime(),
				new Setbacks(failures, job.setbacks().stalls()));
	}

	private static JobFailures withTime(JobFailures failures, Instant last) {
		List<JobFailures.Failure> recent = new ArrayList<>(failures.recent());
		recent.set(0, new JobFailures.Failure(recent.get(0).attempt(), last, recent.get(0).reason()));
		return new JobFailures(failures.attempts(), recent);
	}

	@Override
	public void boundLeases(String name) {
		MemoryTopic topic = topics().get(name);
		if (topic == null || topic.pause() != null) {
			return;
		}
		List.copyOf(topic.reserved()).forEach((job) -> bound(topic, job));
		boundRetries(topic, (job) -> !(job.stage() instanceof JobStage.Reserved));
	}

	@Override
	public void boundRetries(String name) {
		MemoryTopic topic = topics().get(name);
		if (topic != null && topic.pause() == null) {
			boundRetries(topic, (job) -> true);
		}
	}

	private void boundRetries(MemoryTopic topic, Predicate<StagedJob> which) {
		List.copyOf(topic.all()).stream().filter(which).forEach((job) -> boundRetry(topic, job));
	}

	@Override
	public void boundLease(Lease lease) {
		MemoryTopic topic = topics().get(lease.topic());
		StagedJob job = (topic != null) ? topic.get(lease.id()) : null;
		if (topic != null && job != null && job.isHeldBy(lease.token())) {
			bound(topic, job);
		}
	}

	private void bound(MemoryTopic topic, StagedJob job) {
		JobStage.Reserved lease = (JobStage.Reserved) job.stage();
		LeaseTerms terms = lease.terms();
		Duration ttr = terms.ttr();
		StoreTime time = clock().read();
		Duration longest = (ttr.compareTo(this.longestTouch) > 0) ? ttr : this.longestTouch;
		Instant latest = mayBeAhead(lease, time) ? time.scoreOf(lease.visibleSince().plus(longest))
				: time.scoreAfter(longest);
		if (lease.score().isAfter(latest)) {
			topic.put(new StagedJob(job.topic(), job.id(), job.record(),
					lease.until(latest, lease.progress(), lease.since()), job.dueTime(), job.setbacks()));
		}
	}

	private static boolean mayBeAhead(JobStage.Reserved lease, StoreTime time) {
		return lease.progress() == Progress.AHEAD && !time.isPast(lease.visibleSince())
				&& time.isPast(lease.visibleSince().minusSeconds(1));
	}

	private void boundRetry(MemoryTopic topic, StagedJob job) {
		StoreTime time = clock().read();
		JobFailures failures = job.failures();
		Instant noted = (failures != null) ? failures.time() : this.releases.get(key(job));
		if (noted == null || !noted.isAfter(time.now())) {
			return;
		}
		this.releases.computeIfPresent(key(job), (key, released) -> time.now());
		JobStage stage = job.stage();
		Instant waits = StoreTime.timeOf(stage.score());
		if (stage instanceof JobStage.Waiting && (failures == null || failures.attempts() > 0)
				&& !waits.equals(job.dueTime()) && !waits.isBefore(noted)) {
			long delay = Math.max(1, Duration.between(noted, waits).toMillis());
			Instant latest = time.scoreAfter(Duration.ofMillis(delay));
			stage = latest.isBefore(stage.score()) ? new JobStage.Waiting(latest) : stage;
		}
		topic.put(withTimes(job, stage, time.now()));
	}

	@SuppressWarnings("unchecked")
	private Map<String, MemoryTopic> topics() {
		return (Map<String, MemoryTopic>) valueOf("topics", this.store);
	}

	private static void add(Contents contents, String name, MemoryTopic topic, StoreTime time) {
		contents.topic(name, topic.pause(), topic.turn(), topic.dropped());
		for (JobPriority priority : JobPriority.values()) {
			topic.waiting(priority).forEach((job) -> contents.waiting(name, job.id(), priority, job.score()));
		}
		topic.reserved().forEach((job) -> contents.reserved(name, job.id(), job.score()));
		Instant next = topic.nextEvent();
		if (next != null) {
			contents.nextEvent(name, time.until(next));
		}
		topic.failed().forEach((job) -> contents.failed(name, job.id(), job.score()));
		addRuns(contents, name, runs(topic));
		for (StagedJob job : topic.all()) {
			contents.record(name, job.id(), Contents.shorten(job.record()));
			if (job.failures() != null) {
				contents.failures(name, job.id(), job.failures());
			}
			contents.stalls(name, job.id(), job.setbacks().stalls());
			if (job.stage() instanceof JobStage.Reserved lease) {
				contents.lease(name, job.id(), leaseText(lease, job));
			}
		}
	}

	private static void addRuns(Contents contents, String name, NavigableMap<Long, FinishedRun> runs) {
		if (runs.isEmpty()) {
			return;
		}
		contents.lastRun(name, runs.lastKey());
		runs.forEach((number, run) -> {
			contents.run(name, number, Contents.shorten(run));
			contents.latestRun(name, run.id(), number);
		});
	}

	// As the scripts write it.
	private static String leaseText(JobStage.Reserved lease, StagedJob job) {
		LeaseTerms terms = lease.terms();
		int stalls = job.setbacks().stalls();
		String marks = letter(job.record().priority()) + letter(lease.progress()) + ((stalls > 0) ? stalls : "");
		String failed = terms.isFailureHandling() ? ";f" + Objects.requireNonNull(job.failures()).attempts() : "";
		String since = (lease.since() != null) ? " " + lease.since().toEpochMilli() : "";
		return lease.token() + since + ";" + terms.attempt() + ";" + (lease.handled() ? "0" : "") + terms.maxAttempts()
				+ ";" + terms.ttr().toMillis() + ";" + lease.visibleSince().toEpochMilli() + ";"
				+ job.dueTime().toEpochMilli() + ((marks + failed).isEmpty() ? "" : ";" + marks) + failed;
	}

	private static String letter(JobPriority priority) {
		return switch (priority) {
			case HIGH -> "h";
			case NORMAL -> "";
			case LOW -> "l";
		};
	}

	private static String letter(Progress progress) {
		return switch (progress) {
			case UNREPORTED -> "";
			case NOT_STARTED -> "u";
			case AHEAD -> "a";
			case STARTED -> "s";
			case OVERDUE -> "o";
		};
	}

}
