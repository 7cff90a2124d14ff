// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.delay.failure;

import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/**
 * Records every submit with its outcome, and every call of a handler.
 */
final class LoadJournal {

	private final Queue<Submit> submits = new ConcurrentLinkedQueue<>();

	private final Queue<Call> calls = new ConcurrentLinkedQueue<>();

	void add(Submit submit) {
		this.submits.add(submit);
	}

	void add(Call call) {
		this.calls.add(call);
	}

	Collection<Submit> submits() {
		return this.submits;
	}

	Stream<Submit> submits(SubmitOutcome outcome) {
		return this.submits.stream().filter((submit) -> submit.outcome() == outcome);
	}

	Collection<Call> calls() {
		return this.calls;
	}

	/**
	 * The outcome of a submit.
	 */
	enum SubmitOutcome {

		/** The submit returned. */
		CONFIRMED,

		/** It is unknown whether the job was stored. */
		UNKNOWN,

		/** The job was not stored. */
		REFUSED

	}

	/**
	 * A submit.
	 *
	 * @param id the id of the job
	 * @param outcome how it ended
	 * @param startedAt when it began, by {@link System#nanoTime()}
	 * @param endedAt when it ended
	 * @param problem the exception, or nothing
	 */
	record Submit(String id, SubmitOutcome outcome, long startedAt, long endedAt, String problem) {

	}

	/**
	 * A call of a handler.
	 *
	 * @param id the id of the job
	 * @param attempt the number of the attempt
	 * @param startedAt when it began, by {@link System#nanoTime()}
	 * @param latenessMicros how long after the due time that was
	 */
	record Call(String id, int attempt, long startedAt, long latenessMicros) {

	}

}
