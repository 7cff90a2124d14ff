// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.wait;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import io.delay.store.JobStore;
import io.delay.store.ReserveResult;
import io.delay.store.WakeUpListener;
import io.delay.store.WakeUpSubscription;

/**
 * The clients that wait for jobs of one topic, in order of arrival. At most one thread at
 * a time reserves for them. This thread has the turn, and serves one client after another
 * until no job is ready. Therefore the number of reserves depends on the number of jobs
 * instead of the number of clients.
 * <p>
 * All fields are guarded by the lock of this object, which is never held during a call to
 * the store. A wake-up during a turn is remembered, so that it is not lost.
 */
final class TopicWaiters implements WakeUpListener {

	/** The maximum time until the next reserve, because wake-ups can be lost. */
	static final Duration SAFETY_CHECK = Duration.ofSeconds(15);

	private final JobStore store;

	private final Executor executor;

	private final WakeUpTimer timer;

	private final Consumer<Waiter> lostReply;

	private final WakeUpSubscription subscription;

	// Clients with the number of turns that had ended when they arrived
	private final Map<Waiter, Long> waiters = new LinkedHashMap<>();

	private long turns;

	private boolean hasTurn;

	private boolean isAwakened;

	/**
	 * Create the waiters of a topic and subscribe to its wake-ups.
	 * @param timer calls {@link #wakeUp()} at the next event
	 * @param lostReply called if it is unknown whether a reserve was carried out
	 */
	TopicWaiters(String topic, JobStore store, Executor executor, WakeUpTimer timer, Consumer<Waiter> lostReply) {
		this.store = store;
		this.executor = executor;
		this.timer = timer;
		this.lostReply = lostReply;
		this.subscription = store.subscribe(topic, this);
	}

	synchronized void add(Waiter waiter) {
		this.waiters.put(waiter, this.turns);
	}

	synchronized void remove(Waiter waiter) {
		this.waiters.remove(waiter);
	}

	synchronized boolean isEmpty() {
		return this.waiters.isEmpty();
	}

	@Override
	public void wakeUpIn(Duration delay) {
		if (delay.isZero()) {
			wakeUp();
		}
		else {
			this.timer.wakeUpIn(delay, this::wakeUp);
		}
	}

	/** Reserve for the waiting clients, on another thread. */
	void wakeUp() {
		synchronized (this) {
			this.isAwakened = true;
			if (this.hasTurn || this.waiters.isEmpty()) {
				return;
			}
			this.hasTurn = true;
		}
		try {
			this.executor.execute(this::serve);
		}
		catch (RejectedExecutionException ex) {
			endTurn().forEach((waiter) -> waiter.fail(ex));
		}
	}

	private void serve() {
		try {
			Waiter waiter = next();
			while (waiter != null) {
				reserve(waiter);
				waiter = next();
			}
		}
		catch (RuntimeException | Error ex) {
			RuntimeException failure = (ex instanceof RuntimeException expected) ? expected
					: new IllegalStateException("Reserve for waiting clients failed", ex);
			endTurn().forEach((waiter) -> waiter.fail(failure));
		}
	}

	// The turn ends if no client is waiting, or if nothing indicates that another job is
	// ready
	private synchronized @Nullable Waiter next() {
		this.waiters.keySet().removeIf(Waiter::isOver);
		if (this.waiters.isEmpty() || !this.isAwakened) {
			endTurn();
			return null;
		}
		this.isAwakened = false;
		return this.waiters.keySet().iterator().next();
	}

	private synchronized List<Waiter> endTurn() {
		this.hasTurn = false;
		this.turns++;
		return List.copyOf(this.waiters.keySet());
	}

	private synchronized boolean hasWaited(Waiter waiter) {
		Long turnsBefore = this.waiters.get(waiter);
		return turnsBefore != null && turnsBefore < this.turns;
	}

	private void reserve(Waiter waiter) {
		// A client that has not waited yet has just sent its request, so it is still
		// connected
		if (hasWaited(waiter) && !waiter.call().client().probe()) {
			waiter.hangUp();
			awaken();
			return;
		}
		ReserveResult result;
		try {
			result = this.store.reserve(waiter.call().request());
		}
		catch (RuntimeException ex) {
			this.lostReply.accept(waiter);
			throw ex;
		}
		if (!result.jobs().isEmpty()) {
			waiter.receive(result.jobs());
			awaken();
		}
		else {
			sleep(result.nextEvent());
		}
	}

	private void sleep(@Nullable Duration nextEvent) {
		if (nextEvent != null && nextEvent.isZero()) {
			awaken();
		}
		else {
			this.timer.wakeUpIn(earlier(nextEvent), this::wakeUp);
		}
	}

	private static Duration earlier(@Nullable Duration nextEvent) {
		return (nextEvent != null && nextEvent.compareTo(SAFETY_CHECK) < 0) ? nextEvent : SAFETY_CHECK;
	}

	private synchronized void awaken() {
		this.isAwakened = true;
	}

	/** End all waits without jobs, and close the subscription. */
	void close() {
		this.subscription.close();
		this.timer.close();
		List<Waiter> present;
		synchronized (this) {
			present = List.copyOf(this.waiters.keySet());
		}
		present.forEach(Waiter::giveUp);
	}

}
