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

	public Counters counters() {
		return this.counters;
	}

	TopicMemory memory() {
		return this.memory;
	}

	boolean isWatched(String topic) {
		return this.watched && this.wakeUps.isSubscribed(topic);
	}

	public void later(Runnable task) {
		this.background.execute(task);
	}

	public <T> T own(Function<Work, T> work) {
		synchronizeClock();
		return finish(this.sessions.own(started(work)));
	}

	// A crash of the database may undo the transaction; then the jobs of the work are
	// handled once more
	<T> T repeatable(Function<Work, T> work) {
		synchronizeClock();
		return finish(this.sessions.repeatable(started(work)));
	}

	// Does not need the exact time. The database commits a single statement by itself
	<T> T acknowledging(Function<Work, T> work) {
		if (this.sessions.canReturnDeleted()) {
			return single(work);
		}
		synchronizeClock();
		// The statement that reads the clock also selects the settings
		return finish(this.sessions
			.own((session) -> done(work, session.settings().isEmpty() ? estimated(session) : begun(session))));
	}

	// For several callers, or for work that no caller should wait for: not repeated,
	// without long waits for locks
	public <T> T shared(Function<Work, T> work) {
		synchronizeClock();
		return finish(this.sessions.shared(started(work)));
	}

	// Does not need the exact time. The database commits the single change by itself,
	// without repeats and without long waits for locks
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

	public <T> T joining(Function<Work, T> work) {
		if (!this.sessions.isJoining()) {
			return own(work);
		}
		return this.sessions.joining((session) -> joined(work, begun(session)));
	}

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

	<T> T settling(Function<Work, T> work) {
		return this.sessions.joiningWithoutTimeout((session) -> joined(work, begun(session)));
	}

	<T> T acknowledgingJoined(Function<Work, T> work) {
		return this.sessions.joiningWithoutTimeout((session) -> joined(work, estimated(session)));
	}

	boolean isHistoryKept(String topic) {
		return this.history.limitsOf(topic).isOn();
	}

	// Null in the transaction of a caller, which sees its own changes
	public @Nullable CountMemory counts() {
		return this.sessions.isJoining() ? null : this.counts;
	}

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

	public void forget(String topic) {
		this.memory.forget(topic);
	}

	// Must not use the database
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

	public void removeOldRuns() {
		this.trims.run();
	}

	public void close() {
		this.background.close();
	}

	private record Done<T>(T result, Work work) {

	}

}
