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
