// SPDX-License-Identifier: Apache-2.0

package io.delay.store.memory;

import java.lang.reflect.Field;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.springframework.util.ReflectionUtils;

import io.delay.job.JobPriority;
import io.delay.store.JobStore;
import io.delay.store.LeaseTerms;
import io.delay.store.ReserveResult;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.history.FinishedRun;
import io.delay.store.history.HistorySettings;
import io.delay.store.life.JobAdministration;
import io.delay.store.life.JobStage;
import io.delay.store.life.Progress;
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

	private Instant now() {
		return this.now;
	}

	private MemoryJobStore open(HistorySettings history) {
		return new MemoryJobStore(this::now, history, true);
	}

	@Override
	public void clear(HistorySettings history) {
		this.store = open(history);
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

	@SuppressWarnings("unchecked")
	private Map<String, MemoryTopic> topics() {
		return (Map<String, MemoryTopic>) valueOf("topics", this.store);
	}

	private static void add(Contents contents, String name, MemoryTopic topic, StoreTime time) {
		contents.topic(name, topic.pause(), topic.turn(), topic.dropped());
		for (JobPriority priority : JobPriority.values()) {
			topic.waiting(priority).forEach((job) -> contents.waiting(name, job.id(), priority, job.score()));
		}
		topic.isolated().forEach((job) -> contents.isolated(name, job.id(), job.score()));
		topic.handling()
			.forEach((job) -> contents.handling(name, job.id(), job.score(),
					((JobStage.Handling) job.stage()).attempt()));
		topic.reserved().forEach((job) -> contents.reserved(name, job.id(), job.score()));
		Stream.of(topic.nextEvent(), topic.nextIsolated(time), topic.nextHandling())
			.filter(Objects::nonNull)
			.min(Comparator.naturalOrder())
			.ifPresent((next) -> contents.nextEvent(name, time.until(next)));
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
		int number = 0;
		for (FinishedRun run : runs.descendingMap().values()) {
			contents.run(name, --number, Contents.shorten(run));
		}
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
