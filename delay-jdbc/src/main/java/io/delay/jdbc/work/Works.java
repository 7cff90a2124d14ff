// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.delay.jdbc.session.DatabaseClock;
import io.delay.jdbc.session.Session;
import io.delay.jdbc.session.Sessions;
import io.delay.jdbc.session.UnknownOutcomeException;
import io.delay.jdbc.table.Tables;
import io.delay.jdbc.wakeup.LocalWakeUps;
import io.delay.jdbc.wakeup.RemoteWakeUps;
import io.delay.store.history.HistorySettings;

/**
 * Does work in transactions, and what must follow their commits.
 */
public final class Works {

	private static final Log logger = LogFactory.getLog(Works.class);

	/** With longer poll intervals, reserves also look for what other instances wrote. */
	static final Duration SHORT_POLL = Duration.ofSeconds(5);

	private final Sessions sessions;

	private final Tables tables;

	private final StoreClock clock;

	private final LocalWakeUps wakeUps;

	private final RemoteWakeUps remoteWakeUps;

	private final HistorySettings history;

	private final BackgroundTasks background;

	private final boolean watched;

	private final TopicMemory memory;

	private final CountMemory counts = new CountMemory(System::nanoTime);

	private final Counters counters;

	private final RunTrims trims;

	/**
	 * Create the place of all work.
	 * @param history which topics keep a history
	 * @param wakeUps the wake-ups in this JVM
	 * @param remoteWakeUps the wake-ups of other instances
	 * @param pollInterval how often jobs of other instances are looked for, zero for
	 * never
	 */
	public Works(Sessions sessions, Tables tables, HistorySettings history, DatabaseClock clock, LocalWakeUps wakeUps,
			RemoteWakeUps remoteWakeUps, Duration pollInterval) {
		this.sessions = sessions;
		this.tables = tables;
		this.clock = new StoreClock(clock, tables.clock(), InstantSource.system());
		this.wakeUps = wakeUps;
		this.remoteWakeUps = remoteWakeUps;
		this.memory = new TopicMemory(remoteWakeUps::received);
		this.counters = new Counters(sessions, tables, this.clock);
		this.trims = new RunTrims(sessions, tables.runs());
		this.history = history;
		this.background = new BackgroundTasks(this.counters::write);
		this.background.every(StoreClock.INTERVAL, () -> sessions.own(this.clock::synchronize));
		this.background.every(RunTrims.INTERVAL, this::removeOldRuns);
		this.watched = !pollInterval.isZero() && pollInterval.compareTo(SHORT_POLL) <= 0;
		if (!pollInterval.isZero()) {
			TopicWatch watch = new TopicWatch(this, wakeUps);
			this.background.every(pollInterval, watch::look);
		}
	}

	public Sessions sessions() {
		return this.sessions;
	}

	/**
	 * Return the counters.
	 * @return the counters of this JVM
	 */
	public Counters counters() {
		return this.counters;
	}

	TopicMemory memory() {
		return this.memory;
	}

	/**
	 * Whether the thread of the store often looks for jobs that other instances have
	 * written.
	 */
	boolean isWatched(String topic) {
		return this.watched && this.wakeUps.isSubscribed(topic);
	}

	/** Run a task on a thread of the store, after those that were passed before. */
	public void later(Runnable task) {
		this.background.execute(task);
	}

	/**
	 * Do work in a transaction that is independent of that of the caller.
	 * @return its result
	 */
	public <T> T own(Function<Work, T> work) {
		synchronizeClock();
		return finish(this.sessions.own(started(work)));
	}

	/**
	 * Do work in a transaction of its own that a crash of the database may undo.
	 * @param work the work, whose jobs are handled once more then
	 * @return its result
	 */
	<T> T repeatable(Function<Work, T> work) {
		synchronizeClock();
		return finish(this.sessions.repeatable(started(work)));
	}

	/**
	 * Do work that does not need the exact time, and whose single statement, if the
	 * database can do it in one, the database commits by itself.
	 * @return its result
	 */
	<T> T acknowledging(Function<Work, T> work) {
		if (this.sessions.canReturnDeleted()) {
			return single(work);
		}
		synchronizeClock();
		// The statement that reads the clock also selects the settings
		return finish(this.sessions
			.own((session) -> done(work, session.settings().isEmpty() ? estimated(session) : begun(session))));
	}

	/**
	 * Do work for several callers, or work that no caller should wait for, in a
	 * transaction that is not repeated and does not wait long for locks.
	 * @return its result
	 * @throws CannotAcquireLockException if the transaction conflicts with another one
	 */
	public <T> T shared(Function<Work, T> work) {
		synchronizeClock();
		return finish(this.sessions.shared(started(work)));
	}

	/**
	 * Do work that does not need the exact time, and whose single change the database
	 * commits by itself. It does not wait long for locks, and is not repeated.
	 * @return its result
	 */
	<T> T single(Function<Work, T> work) {
		synchronizeClock();
		return finish(this.sessions.single((session) -> done(work, estimated(session))));
	}

	private <T> Function<Session, Done<T>> started(Function<Work, T> work) {
		return (session) -> done(work, begun(session));
	}

	private Work begun(Session session) {
		long beginning = System.nanoTime();
		return new Work(session, this.tables, this.history, this.clock.read(session), beginning, this.memory);
	}

	private Work estimated(Session session) {
		long beginning = System.nanoTime();
		StoreClock.Estimate estimate = this.clock.estimate(session);
		return new Work(session, this.tables, this.history, estimate.time(), beginning, this.memory)
			.withLag(estimate.lag());
	}

	private static <T> Done<T> done(Function<Work, T> work, Work begun) {
		return new Done<>(work.apply(begun), begun);
	}

	private <T> T finish(Done<T> done) {
		committed(done.work());
		return done.result();
	}

	// The first call reads the stored time
	private void synchronizeClock() {
		if (!this.clock.isSynchronized()) {
			this.sessions.own(this.clock::synchronize);
		}
	}

	/**
	 * Do work in the transaction of the caller if there is one, otherwise in a
	 * transaction of its own.
	 * @return its result
	 */
	public <T> T joining(Function<Work, T> work) {
		if (!this.sessions.isJoining()) {
			return own(work);
		}
		return this.sessions.joining((session) -> joined(work, begun(session)));
	}

	/**
	 * Change jobs in the transaction of the caller if there is one, otherwise in a
	 * transaction of its own.
	 * @return its result
	 */
	<T> T changing(Function<Work, T> work) {
		refuseReadOnly();
		return joining(work);
	}

	// The connection may lead to a replica
	private void refuseReadOnly() {
		if (TransactionSynchronizationManager.isCurrentTransactionReadOnly() && this.sessions.isJoining()) {
			throw new InvalidDataAccessApiUsageException(
					"Jobs cannot be changed in a read-only transaction. Nothing was "
							+ "changed. Begin the transaction without readOnly, or change jobs in a transaction with the "
							+ "propagation REQUIRES_NEW");
		}
	}

	/**
	 * Do work in the transaction of the caller, without its timeout.
	 * @return its result
	 */
	<T> T settling(Function<Work, T> work) {
		return this.sessions.joiningWithoutTimeout((session) -> joined(work, begun(session)));
	}

	/**
	 * Do work that does not need the exact time in the transaction of the caller, without
	 * its timeout.
	 * @return its result
	 */
	<T> T acknowledgingJoined(Function<Work, T> work) {
		return this.sessions.joiningWithoutTimeout((session) -> joined(work, estimated(session)));
	}

	boolean isHistoryKept(String topic) {
		return this.history.limitsOf(topic).isOn();
	}

	/**
	 * Return the numbers of jobs that took long to count.
	 * @return the numbers, {@code null} in the transaction of a caller, which sees its
	 * own changes
	 */
	public @Nullable CountMemory counts() {
		return this.sessions.isJoining() ? null : this.counts;
	}

	/**
	 * Submit jobs in the transaction of the caller if there is one, otherwise in a
	 * transaction of its own.
	 * @return its result
	 */
	<T> T submitting(Function<Work, T> work) {
		if (!this.sessions.isJoining()) {
			return own(work);
		}
		refuseReadOnly();
		return this.sessions.joining((session) -> joined(work, estimated(session)));
	}

	private <T> T joined(Function<Work, T> work, Work begun) {
		try {
			return work.apply(begun);
		}
		finally {
			// A caller that catches an exception can still commit a part of the work
			JoinedWorks.of(this).add(begun);
		}
	}

	/** Store topics that are used, unless that happened a short time ago. */
	public void used(Iterable<String> topics) {
		for (String topic : topics) {
			if (!this.memory.isKnown(topic)) {
				if (this.sessions.isJoining()) {
					later(() -> used(List.of(topic)));
				}
				else {
					store(topic);
				}
			}
		}
	}

	private void store(String topic) {
		this.memory.known(topic);
		try {
			shared((work) -> {
				work.tables().topics().insert(work.session(), topic);
				return true;
			});
		}
		catch (CannotAcquireLockException | UnknownOutcomeException ex) {
			logger.debug("Topic '" + topic + "' may not be stored; it is stored later", ex);
		}
	}

	/** Forget what this JVM remembers of a topic. */
	public void forget(String topic) {
		this.memory.forget(topic);
	}

	/**
	 * Send what must follow a commit. Must not use the database.
	 * @param work the work that was committed
	 */
	void committed(Work work) {
		work.afterwards().forEach(Runnable::run);
		for (TopicWork topic : work.topics()) {
			topic.written().forEach((place, score) -> this.memory.marks().lower(topic.topic(), place, score));
			this.trims.added(topic.topic(), topic.history(), topic.keptRuns(), work.time().now());
			topic.counts().forEach((minute, counts) -> this.counters.add(topic.topic(), minute, counts));
		}
		Duration elapsed = Duration.ofNanos(System.nanoTime() - work.beginning());
		work.transaction().sendWakeUps(elapsed, this::send);
	}

	private void send(String topic, Duration delay) {
		this.wakeUps.send(topic, delay);
		this.remoteWakeUps.publish(topic, delay);
	}

	/** Remove the oldest finished runs of topics to which this JVM has added some. */
	public void removeOldRuns() {
		this.trims.run();
	}

	/** Write what is left, and end. */
	public void close() {
		this.background.close();
	}

	private record Done<T>(T result, Work work) {

	}

}
