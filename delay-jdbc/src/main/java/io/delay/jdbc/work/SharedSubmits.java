// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;

import io.delay.jdbc.session.UnknownOutcomeException;
import io.delay.job.ConflictPolicy;
import io.delay.job.SubmitResult;
import io.delay.store.NewJob;
import io.delay.store.share.SharedCalls;

/**
 * Submits jobs. Threads that submit at the same time outside of transactions share
 * transactions and statements if the data source permits: a thread submits at once if no
 * shared transaction is in progress. Otherwise it waits, and when that ends, one of the
 * waiting threads submits the jobs of all. If a shared transaction is rolled back, each
 * of its threads submits its own jobs, so that a thread gets no failure because of the
 * jobs of another one.
 */
public final class SharedSubmits {

	/** With two, each had half as many jobs, which cost PostgreSQL half as much again. */
	private static final int MAX_CALLS = 1;

	/** Submits with more jobs gain nothing from a shared transaction. */
	private static final int MAX_JOBS = 20;

	private static final int MAX_BYTES = 32 * 1024;

	private final Works works;

	private final boolean shared;

	private final SharedCalls<Submit, List<Submit>> calls = new SharedCalls<>(MAX_CALLS, List::copyOf);

	// 'shared' means that the jobs of a thread may be stored on the connection of another
	public SharedSubmits(Works works, boolean shared) {
		this.works = works;
		this.shared = shared;
	}

	public List<SubmitResult> submit(List<NewJob> jobs) {
		Set<String> topics = new LinkedHashSet<>();
		jobs.forEach((job) -> topics.add(job.topic()));
		this.works.used(topics);
		Submit own = new Submit(jobs);
		if (!this.works.sessions().isJoining() && own.jobs() <= MAX_JOBS && own.bytes() <= MAX_BYTES) {
			if (this.shared) {
				share(own);
			}
			else {
				make(List.of(own), own);
			}
		}
		return (own.outcome != null) ? own.outcome.get()
				: this.works.submitting((work) -> Submission.submit(work, jobs));
	}

	private void share(Submit own) {
		List<Submit> call = this.calls.add(own);
		if (call == null) {
			call = await(own);
		}
		if (!call.isEmpty()) {
			try {
				make(call, own);
			}
			finally {
				call.forEach((part) -> part.turn.complete(List.of()));
				passOn();
			}
		}
	}

	private List<Submit> await(Submit own) {
		try {
			return own.turn.get();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			if (this.calls.withdraw(own)) {
				throw new DataAccessResourceFailureException(
						"Interrupted while waiting to submit jobs; nothing was stored", ex);
			}
			if (own.turn.complete(List.of())) {
				throw new UnknownOutcomeException(ex);
			}
			return own.turn.join();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException(ex); // Never completed with an exception
		}
	}

	// If all threads of a call have stopped waiting, no thread makes it
	private void passOn() {
		List<Submit> next = this.calls.ended();
		while (next != null && !isLed(next)) {
			next = this.calls.ended();
		}
	}

	private static boolean isLed(List<Submit> call) {
		return call.stream().anyMatch((part) -> part.turn.complete(call));
	}

	// Parts without an outcome must submit their jobs again
	private void make(List<Submit> call, Submit own) {
		try {
			List<NewJob> jobs = call.stream().flatMap((part) -> part.list.stream()).toList();
			List<? extends @Nullable SubmitResult> results = isInsert(call)
					? this.works.single((work) -> Submission.insert(work, jobs))
					: this.works.shared((work) -> Submission.submit(work, jobs));
			int from = 0;
			for (Submit part : call) {
				List<? extends @Nullable SubmitResult> found = results.subList(from, from + part.jobs());
				if (found.stream().allMatch(Objects::nonNull)) {
					List<SubmitResult> complete = List.copyOf(found);
					part.outcome = () -> complete;
				}
				from += part.jobs();
			}
		}
		catch (DataAccessResourceFailureException ex) {
			boolean isOfAll = ex instanceof UnknownOutcomeException || !Thread.currentThread().isInterrupted();
			(isOfAll ? call : List.of(own)).forEach((part) -> part.outcome = () -> {
				throw copy(ex);
			});
		}
		catch (RuntimeException ex) {
			// Each thread waits for itself, and gets its own failure
		}
	}

	// A statement cannot insert either all jobs of a part or none, and replaces nothing
	private boolean isInsert(List<Submit> call) {
		return this.works.sessions().isSinglePossible() && call.stream()
			.allMatch((part) -> part.jobs() == 1 && part.list.get(0).onConflict() != ConflictPolicy.REPLACE);
	}

	// Each thread throws an exception of its own
	private static DataAccessResourceFailureException copy(DataAccessResourceFailureException failure) {
		return (failure instanceof UnknownOutcomeException) ? new UnknownOutcomeException(failure)
				: new DataAccessResourceFailureException(String.valueOf(failure.getMessage()), failure);
	}

	/**
	 * The jobs of a thread that submits.
	 */
	private static final class Submit implements SharedCalls.Part {

		/** The approximate size of the other columns of a job. */
		private static final int ROW_BYTES = 200;

		/**
		 * Ends the waiting of the thread, with the call that it must make for all, or
		 * without parts if the call that contains it has ended.
		 */
		private final CompletableFuture<List<Submit>> turn = new CompletableFuture<>();

		private final List<NewJob> list;

		private final int bytes;

		/**
		 * Returns the results or throws an exception; {@code null} if the thread must
		 * submit its jobs in a transaction of their own. Written by the thread that makes
		 * the call, before it ends the waiting of this thread.
		 */
		private @Nullable Supplier<List<SubmitResult>> outcome;

		Submit(List<NewJob> list) {
			this.list = list;
			this.bytes = list.stream().mapToInt((job) -> ROW_BYTES + job.record().payload().length).sum();
		}

		@Override
		public int jobs() {
			return this.list.size();
		}

		@Override
		public int bytes() {
			return this.bytes;
		}

	}

}
