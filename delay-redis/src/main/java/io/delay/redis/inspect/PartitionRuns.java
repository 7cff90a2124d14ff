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

package io.delay.redis.inspect;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.store.history.FinishedRun;

/**
 * The next runs of one partition, newest first, from which a page takes runs. Runs that
 * cannot be read are passed over, so that they do not end the list.
 */
final class PartitionRuns {

	private final Deque<NumberedRun> runs;

	private final @Nullable Instant leftOut;

	private long before;

	/**
	 * Create the list.
	 * @param runs the runs
	 * @param leftOut when the run that follows them finished, {@code null} if none
	 * follows
	 * @param before the number before which the runs are listed, {@code null} for all
	 * runs
	 */
	PartitionRuns(List<NumberedRun> runs, @Nullable Instant leftOut, @Nullable Long before) {
		this.runs = new ArrayDeque<>(runs);
		this.leftOut = leftOut;
		long newest = runs.isEmpty() ? 0 : runs.get(0).number();
		this.before = (before != null) ? before : newest + 1;
		passOverUnreadable();
	}

	/**
	 * Create a list that ends before runs of which nothing is known, because too many
	 * runs before them could not be read.
	 * @param runs the runs
	 * @param leftOut the number of the run that was not read
	 * @return the list, which is the next one to be continued once its runs are taken
	 */
	static PartitionRuns endingBeforeUnknown(List<NumberedRun> runs, long leftOut) {
		List<NumberedRun> withSkipped = new ArrayList<>(runs);
		withSkipped.add(new NumberedRun(leftOut + 1, null));
		return new PartitionRuns(withSkipped, Instant.MAX, null);
	}

	private void passOverUnreadable() {
		while (!this.runs.isEmpty() && this.runs.getFirst().run() == null) {
			this.before = this.runs.removeFirst().number();
		}
	}

	/**
	 * Return when the next run finished.
	 * @return the end of the next run, even if it is left out, {@code null} if there are
	 * no more runs
	 */
	@Nullable Instant nextEnd() {
		FinishedRun next = next();
		return (next != null) ? next.times().finished() : this.leftOut;
	}

	/**
	 * Return the next run.
	 * @return the run, {@code null} if there are no more runs or the next one is left out
	 */
	@Nullable FinishedRun next() {
		return this.runs.isEmpty() ? null : this.runs.getFirst().run();
	}

	/**
	 * Take the next run, which must exist.
	 */
	void take() {
		this.before = this.runs.removeFirst().number();
		passOverUnreadable();
	}

	/**
	 * Return where the list continues.
	 * @return a number that is larger than those of all runs that were not taken
	 */
	long before() {
		return this.before;
	}

	/**
	 * A run and its number.
	 *
	 * @param number the number
	 * @param run the run, {@code null} if it cannot be read
	 */
	record NumberedRun(long number, @Nullable FinishedRun run) {

	}

}
