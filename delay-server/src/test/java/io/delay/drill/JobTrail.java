// SPDX-License-Identifier: Apache-2.0

package io.delay.drill;

import java.util.ArrayList;
import java.util.List;

/**
 * What happened to a job. All fields are guarded by the lock of this object.
 */
final class JobTrail {

	private static final long NEVER = -1;

	private final String id;

	private final List<String> events = new ArrayList<>();

	private long confirmedAt = NEVER;

	private long handledAt = NEVER;

	private int handled;

	private int highestAttempt;

	private boolean hasRepeatedSubmit;

	JobTrail(String id) {
		this.id = id;
	}

	synchronized void submitted(Answer answer) {
		note("submit: " + answer);
		if (!answer.isDone()) {
			this.hasRepeatedSubmit = true;
		}
		else if (this.confirmedAt == NEVER) {
			this.confirmedAt = System.nanoTime();
		}
	}

	synchronized void handled(Answer.Lease lease) {
		note("handled, attempt " + lease.attempt() + ", " + lease.token());
		if (this.handledAt == NEVER) {
			this.handledAt = System.nanoTime();
		}
		this.handled++;
		this.highestAttempt = Math.max(this.highestAttempt, lease.attempt());
	}

	synchronized void acked(Answer answer) {
		note("ack: " + answer);
	}

	private void note(String event) {
		this.events.add(Ledger.now() + " ms " + event);
	}

	synchronized boolean isLost() {
		return this.confirmedAt != NEVER && this.handled == 0;
	}

	/**
	 * Whether the job was handled twice although it was submitted once. If a submit is
	 * repeated after the first run of its job, there is a second job.
	 */
	synchronized boolean isDouble() {
		return this.handled > 1 && !this.hasRepeatedSubmit;
	}

	synchronized boolean isSubmittedTwice() {
		return this.handled > 1 && this.hasRepeatedSubmit;
	}

	synchronized boolean isConfirmed() {
		return this.confirmedAt != NEVER;
	}

	synchronized int highestAttempt() {
		return this.highestAttempt;
	}

	/**
	 * Return the time between confirmation and handling, zero if the job was handled
	 * first.
	 */
	synchronized long millis() {
		return Math.max(0, (this.handledAt - this.confirmedAt) / 1_000_000);
	}

	@Override
	public synchronized String toString() {
		return this.id + ": " + this.events;
	}

}
