// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

import org.springframework.dao.DataAccessException;

import io.delay.job.JobState;

/**
 * An operation that consists of as many bounded steps as necessary. It counts the
 * processed jobs. The number is returned to the caller or, if a step fails, included in
 * the exception.
 */
final class LongOperation {

	// So small that no step blocks the store for more than a few milliseconds.
	static final int STEP = 100;

	private final String description;

	private long done;

	LongOperation(String description) {
		this.description = description;
	}

	long done() {
		return this.done;
	}

	void once(IntSupplier step) {
		this.done += attempt(step::getAsInt);
	}

	// Repeats a step until it finds no more jobs, or until a number of jobs have been
	// processed: with the number at the start, jobs that arrive meanwhile do not keep the
	// operation running forever. The step receives the maximum number of jobs to process
	// and returns the number of processed jobs. The last two steps are about equally
	// large, because a store can delete the last jobs of a topic at less cost if they are
	// not too few.
	long repeat(long jobs, IntUnaryOperator step) {
		long left = jobs;
		while (left > 0) {
			int limit = (int) ((left > STEP && left < 2 * STEP) ? left / 2 : Math.min(left, STEP));
			int processed = attempt(() -> step.applyAsInt(limit));
			if (processed == 0) {
				break;
			}
			this.done += processed;
			left -= processed;
		}
		return jobs - left;
	}

	List<Optional<JobState>> forEach(List<String> ids, Function<List<String>, List<Optional<JobState>>> step) {
		List<Optional<JobState>> found = new ArrayList<>(ids.size());
		for (int from = 0; from < ids.size(); from += STEP) {
			List<String> some = ids.subList(from, Math.min(from + STEP, ids.size()));
			found.addAll(attempt(() -> step.apply(some)));
			this.done += some.size();
		}
		return List.copyOf(found);
	}

	// The step receives the index of its first job and the index after its last one, and
	// returns the number of processed jobs.
	long inSteps(int jobs, int size, IntBinaryOperator step) {
		for (int from = 0; from < jobs; from += size) {
			int first = from;
			int end = Math.min(from + size, jobs);
			this.done += attempt(() -> step.applyAsInt(first, end));
		}
		return this.done;
	}

	// Throws a PartlyDoneException if the step fails after other jobs were processed.
	<T> T attempt(Supplier<T> step) {
		try {
			return step.get();
		}
		catch (DataAccessException ex) {
			throw (this.done > 0) ? new PartlyDoneException(this.description, this.done, ex) : ex;
		}
	}

}
