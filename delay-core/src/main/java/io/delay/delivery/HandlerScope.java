// SPDX-License-Identifier: Apache-2.0

package io.delay.delivery;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.delay.store.Lease;

/**
 * Marks the threads that work for one delivery: the thread of its handler, the threads
 * that this thread starts, and those to which {@link HandlerScopeAccessor} passes the
 * mark. Because of this mark, a stop that a handler requests does not wait for that
 * handler, and a handler that replaces or cancels its own job is not reported as having
 * lost its lease. Internal to Delay: may change without notice.
 *
 * @since 0.1.0
 */
public final class HandlerScope {

	// The scope does not reference the job, because threads that outlive the delivery
	// keep the inherited scope
	private static final ThreadLocal<@Nullable HandlerScope> current = new InheritableThreadLocal<>();

	private final String topic;

	private final String id;

	// The scopes of the jobs of a batch, by id; empty if this scope is for a single job.
	private final Map<String, HandlerScope> batch;

	// Written by a thread of the handler.
	private volatile @Nullable Ended ended;

	public HandlerScope(Lease lease) {
		this.topic = lease.topic();
		this.id = lease.id();
		this.batch = Map.of();
	}

	private HandlerScope(Map<String, HandlerScope> batch) {
		this.topic = "";
		this.id = "";
		this.batch = batch;
	}

	// For threads that work for several deliveries of one topic.
	public static HandlerScope ofBatch(Collection<HandlerScope> scopes) {
		return new HandlerScope(scopes.stream()
			.collect(Collectors.toMap((scope) -> scope.id, Function.identity(), (one, other) -> one)));
	}

	/** Mark the calling thread, and the threads that it starts from now on. */
	public void enter() {
		current.set(this);
	}

	public void leave() {
		clear();
	}

	// Marks the calling thread during a call, and restores its previous mark afterwards.
	public <T> T call(Supplier<T> action) {
		HandlerScope outer = current.get();
		enter();
		try {
			return action.get();
		}
		finally {
			if (outer != null) {
				outer.enter();
			}
			else {
				clear();
			}
		}
	}

	// Null if the calling thread works for no delivery.
	public static @Nullable HandlerScope current() {
		return current.get();
	}

	static void clear() {
		current.remove();
	}

	/** Whether the calling thread works for this delivery. */
	public boolean isCurrent() {
		HandlerScope scope = current.get();
		return scope == this || (scope != null && scope.batch.get(this.id) == this);
	}

	/**
	 * Return how the handler has ended its own job, which also ended the lease.
	 * @param leaseEnd when the lease ends, as a {@link System#nanoTime()} value; a job
	 * that the handler has replaced or cancelled later can have been reserved by another
	 * worker
	 * @return how the job was ended, or {@code null} if the handler has not ended it
	 */
	public @Nullable End end(long leaseEnd) {
		Ended ended = this.ended;
		return (ended != null && ended.at() - leaseEnd < 0) ? ended.end() : null;
	}

	/**
	 * Record that the handler has not ended its own job, because its transaction was
	 * rolled back.
	 */
	public void reopen() {
		this.ended = null;
	}

	private void reopen(Ended undone) {
		if (this.ended == undone) {
			this.ended = null;
		}
	}

	/**
	 * Record that the calling thread has replaced or cancelled a reserved job. Has an
	 * effect only if the thread works for a delivery of this job.
	 * @param topic the topic of the job
	 * @param id the id of the job
	 * @param end whether it was replaced or cancelled
	 * @param inTransaction whether this happened in the transaction of the thread, so
	 * that a rollback undoes it
	 */
	public static void ended(String topic, String id, End end, boolean inTransaction) {
		HandlerScope entered = current.get();
		HandlerScope scope = (entered != null) ? entered.batch.getOrDefault(id, entered) : null;
		if (scope == null || !scope.id.equals(id) || !scope.topic.equals(topic)) {
			return;
		}
		Ended ended = new Ended(end, System.nanoTime());
		scope.ended = ended;
		if (inTransaction && TransactionSynchronizationManager.isSynchronizationActive()) {
			TransactionSynchronizationManager
				.registerSynchronization(new RollbackSynchronization(() -> scope.reopen(ended)));
		}
	}

	/**
	 * The ways in which a handler can end its own job.
	 */
	public enum End {

		CANCELLED,

		REPLACED

	}

	/**
	 * That the handler has ended its own job.
	 *
	 * @param end whether it was replaced or cancelled
	 * @param at a {@link System#nanoTime()} value after that
	 */
	private record Ended(End end, long at) {

	}

	/**
	 * Runs a task if the transaction is rolled back, or rolled back to a savepoint that
	 * was set before this synchronization was registered. Used by the thread of the
	 * transaction.
	 */
	static final class RollbackSynchronization implements TransactionSynchronization {

		private final Runnable task;

		// The savepoints that were set since the registration.
		private final Set<Object> later = new HashSet<>();

		RollbackSynchronization(Runnable task) {
			this.task = task;
		}

		@Override
		public void savepoint(Object savepoint) {
			this.later.add(savepoint);
		}

		@Override
		public void savepointRollback(Object savepoint) {
			if (!this.later.contains(savepoint)) {
				this.task.run();
			}
		}

		@Override
		public void afterCompletion(int status) {
			if (status != STATUS_COMMITTED) {
				this.task.run();
			}
		}

	}

}
