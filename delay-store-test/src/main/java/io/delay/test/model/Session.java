// SPDX-License-Identifier: Apache-2.0

package io.delay.test.model;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import io.delay.admin.DelayAdmin;
import io.delay.admin.DelayAdminOptions;
import io.delay.job.JobState;
import io.delay.store.Lease;
import io.delay.store.ReserveResult;
import io.delay.store.StoredJob;
import io.delay.store.admin.FailedJob;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.history.HistorySettings;
import io.delay.store.history.RunPosition;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One random sequence: everything is done to the tested store and to the one in memory,
 * and has to be answered and kept by both alike.
 */
public final class Session {

	static final int WORKERS = 3;

	private static final Duration CLOCK_MARK_REACH = Duration.ofMinutes(1);

	private static final DelayAdminOptions ADMIN_OPTIONS = DelayAdminOptions.defaults();

	private final Model memory;

	private final ModelledStore tested;

	private final List<Worker> workers = IntStream.range(0, WORKERS)
		.mapToObj((number) -> new Worker("w" + number))
		.toList();

	private final Map<ModelledStore, Map<String, List<FailedJob>>> failures = new HashMap<>();

	private final Map<ModelledStore, Map<String, Optional<StoredJob>>> read = new HashMap<>();

	private final Map<ModelledStore, Map<String, RunPosition>> runPositions = new HashMap<>();

	private final Map<ModelledStore, Map<String, Causes.Unfinished>> unfinished = new HashMap<>();

	private final Sleepers sleepers = new Sleepers();

	// What the clock of the tested store says
	private Instant now = Instant.parse("2026-03-01T12:00:00Z");

	public Session(Model memory, ModelledStore tested, HistorySettings history) {
		this.memory = memory;
		this.tested = tested;
		memory.clear(history);
		tested.clear(history);
		memory.setTime(this.now);
		tested.setTime(this.now);
	}

	public void run(List<Step> steps) {
		for (Step step : steps) {
			advance(step.advance());
			step.operation().run(this);
			compareContents();
		}
		new Look.Audit(Steps.TOPICS.get(0)).run(this);
	}

	// The clock goes back by at most as much as the mark permits
	private void advance(Duration duration) {
		Instant before = this.now;
		Instant mark = this.tested.clockMark();
		this.now = before.plus(duration);
		if (mark != null && this.now.isBefore(mark.minus(CLOCK_MARK_REACH))) {
			this.now = mark.minus(CLOCK_MARK_REACH);
		}
		this.tested.setTime(this.now);
		this.memory.setTime(this.now);
		if (this.now.isBefore(before)) {
			this.sleepers.stepBack(Duration.between(this.now, before));
		}
		if (mark != null) {
			this.memory.setClockMark(mark);
		}
	}

	private void compareContents() {
		Contents expected = this.memory.contents();
		Contents actual = this.tested.contents();
		if (!actual.equals(expected)) {
			assertThat(actual.toString()).as("What the tested store keeps").isEqualTo(expected.toString());
		}
		List<Announcement> announcements = this.tested.takeAnnouncements();
		this.sleepers.receive(announcements, expected, this.now);
		this.sleepers.assertNobodyOversleeps(expected, this.now);
	}

	/** Do the same to both stores, which have to answer the same. */
	<T> T both(Function<ModelledStore, T> call) {
		T expected = call.apply(this.memory);
		String actual = Readable.of(call.apply(this.tested));
		if (!actual.equals(Readable.of(expected))) {
			assertThat(actual).as("What the tested store answers").isEqualTo(Readable.of(expected));
		}
		return expected;
	}

	/**
	 * Delete some jobs of a state, of which no order is promised: from memory go those
	 * that the tested store has deleted.
	 */
	void purgeSome(String topic, JobState state, int limit) {
		long count = this.memory.inspector().status(topic).count(state);
		assertThat((long) purge(topic, EnumSet.of(state), (administrator) -> administrator.purge(topic, state, limit)))
			.as("What a purge answers")
			.isEqualTo(Math.min(limit, count));
	}

	/**
	 * Delete all jobs of some states, where the tested store does that at once: from
	 * memory go those that it has deleted.
	 */
	void purgeAtOnce(String topic, Set<JobState> states) {
		purge(topic, states, (administrator) -> administrator.purgeAtOnce(topic, states));
	}

	// Returns how many jobs were deleted.
	private int purge(String topic, Set<JobState> states, ToIntFunction<JobStoreAdministrator> purge) {
		Set<String> gone = new TreeSet<>(this.tested.contents().ids(topic));
		int answer = purge.applyAsInt(this.tested.administrator());
		gone.removeAll(this.tested.contents().ids(topic));
		assertThat(gone).as("What was purged").hasSize(answer);
		for (String id : gone) {
			assertThat(this.memory.inspector().find(topic, id).map(StoredJob::state)).as("What was purged, " + id)
				.hasValueSatisfying((state) -> assertThat(states).contains(state));
			this.memory.purge(topic, id);
		}
		return answer;
	}

	/**
	 * Return failures as they were when this method was last called for a topic.
	 * @param now the failures as they are now
	 * @return the failures as they were then, none if there was no such call
	 */
	List<FailedJob> failuresBefore(ModelledStore store, String topic, List<FailedJob> now) {
		List<FailedJob> before = this.failures.computeIfAbsent(store, (unknown) -> new HashMap<>()).put(topic, now);
		return (before != null) ? before : List.of();
	}

	/**
	 * Return a job as it was when this method was last called for it.
	 * @param now the job as it is now, empty if there is none
	 * @return the job as it was then, or as it is now if there was no such call
	 */
	Optional<StoredJob> readBefore(ModelledStore store, String topic, String id, Optional<StoredJob> now) {
		Optional<StoredJob> before = this.read.computeIfAbsent(store, (unknown) -> new HashMap<>())
			.put(topic + " " + id, now);
		return (before != null) ? before : now;
	}

	// Where the next page of a list of finished runs begins, null for its first page.
	@Nullable RunPosition runPosition(ModelledStore store, String list) {
		return this.runPositions.getOrDefault(store, Map.of()).get(list);
	}

	// Each store has its own positions.
	void runPosition(ModelledStore store, String list, @Nullable RunPosition position) {
		Map<String, RunPosition> positions = this.runPositions.computeIfAbsent(store, (unknown) -> new HashMap<>());
		if (position != null) {
			positions.put(list, position);
		}
		else {
			positions.remove(list);
		}
	}

	// What is left to do of the last operation on the jobs of a cause, null for nothing.
	Causes.@Nullable Unfinished unfinished(ModelledStore store, String topic) {
		return this.unfinished.getOrDefault(store, Map.of()).get(topic);
	}

	void unfinished(ModelledStore store, String topic, Causes.@Nullable Unfinished unfinished) {
		Map<String, Causes.Unfinished> ofStore = this.unfinished.computeIfAbsent(store, (unknown) -> new HashMap<>());
		if (unfinished != null) {
			ofStore.put(topic, unfinished);
		}
		else {
			ofStore.remove(topic);
		}
	}

	// The operator whose clock is that of the tested store.
	DelayAdmin admin(ModelledStore store) {
		return new DelayAdmin(store.store(), store.inspector(), store.administrator(),
				ADMIN_OPTIONS.withClock(this::now));
	}

	// The runs of a topic that was forgotten are numbered anew.
	void forgetRunPositions() {
		this.runPositions.clear();
	}

	Worker worker(int number) {
		return this.workers.get(number);
	}

	// That worker, or the next one that holds a lease.
	Worker holder(int number) {
		return IntStream.range(number, number + WORKERS)
			.mapToObj((next) -> this.workers.get(next % WORKERS))
			.filter(Worker::holdsLeases)
			.findFirst()
			.orElse(worker(number));
	}

	void heardOfTheEndOf(Lease lease) {
		this.workers.forEach((worker) -> worker.heardOfTheEndOf(lease));
	}

	// A worker knows what the last reserve has answered, unless the reply was lost.
	void looked(String topic, int worker, ReserveResult result, boolean replyLost) {
		this.memory.nextEvents(topic, result)
			.forEach((partition, nextEvent) -> this.sleepers.looked(partition, worker,
					replyLost ? Duration.ZERO : nextEvent.orElse(null), this.now));
	}

	ModelledStore tested() {
		return this.tested;
	}

	Model memory() {
		return this.memory;
	}

	Instant now() {
		return this.now;
	}

}
