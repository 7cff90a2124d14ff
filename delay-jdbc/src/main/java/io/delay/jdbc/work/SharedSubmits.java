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

package io.delay.jdbc.work;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;

import io.delay.jdbc.session.UnknownOutcomeException;
import io.delay.job.SubmitResult;
import io.delay.store.NewJob;
import io.delay.store.share.SharedCalls;

/**
 * Submits jobs. Threads that submit at the same time outside of transactions share
 * transactions and statements if the data source permits: a thread submits at once if no
 * shared transaction is in progress. Otherwise it waits, and when that ends, one of the
 * waiting threads submits the jobs of all. If the database permits, it inserts those with
 * new ids in a single statement first. If a shared transaction is rolled back, each of
 * its threads submits its own jobs, so that a thread gets no failure because of the jobs
 * of another one.
 */
public final class SharedSubmits {

	/** With two, each had half as many jobs, which cost PostgreSQL half as much again. */
	private static final int MAX_CALLS = 1;

	/** Submits with more jobs gain nothing from a shared transaction. */
	private static final int MAX_JOBS = 20;

	private static final int MAX_BYTES = 32 * 1024;

	private final Works works;

	private final boolean shared;

	private final SharedCalls<PendingSubmit, PendingSubmit.Lead> calls = new SharedCalls<>(MAX_CALLS,
			PendingSubmit.Lead::new);

	/**
	 * Create the submits of a database.
	 * @param works the place of all work
	 * @param shared whether the jobs of one thread may be stored on the connection of
	 * another one
	 */
	public SharedSubmits(Works works, boolean shared) {
		this.works = works;
		this.shared = shared;
	}

	/**
	 * Submit jobs, in the transaction of the caller if there is one.
	 * @param jobs the jobs
	 * @return the results in the order of the jobs
	 */
	public List<SubmitResult> submit(List<NewJob> jobs) {
		Set<String> topics = new LinkedHashSet<>();
		jobs.forEach((job) -> topics.add(job.topic()));
		this.works.used(topics);
		PendingSubmit own = new PendingSubmit(jobs);
		if (this.works.sessions().isJoining() || own.jobs() > MAX_JOBS || own.bytes() > MAX_BYTES) {
			return Submission.submit(this.works, jobs);
		}
		if (!this.shared) {
			make(List.of(own));
			return results(own);
		}
		PendingSubmit.Lead lead = this.calls.add(own);
		return (lead != null) ? lead(lead.call(), own) : follow(own);
	}

	private List<SubmitResult> follow(PendingSubmit own) {
		PendingSubmit.Answer answer = await(own);
		if (answer instanceof PendingSubmit.Lead lead) {
			return lead(lead.call(), own);
		}
		if (answer instanceof PendingSubmit.Done done) {
			return done.results();
		}
		if (answer instanceof PendingSubmit.Failed failed) {
			throw failed.failure();
		}
		return Submission.submit(this.works, own.list());
	}

	private PendingSubmit.Answer await(PendingSubmit own) {
		try {
			return own.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			if (this.calls.withdraw(own)) {
				throw new DataAccessResourceFailureException(
						"Interrupted while waiting to submit jobs; nothing was stored", ex);
			}
			PendingSubmit.Answer answer = own.leave();
			if (answer instanceof PendingSubmit.Left) {
				throw new UnknownOutcomeException(ex);
			}
			return answer;
		}
	}

	// Makes a call for all its threads, one of which is the calling one.
	private List<SubmitResult> lead(List<PendingSubmit> call, PendingSubmit own) {
		try {
			make(call);
		}
		catch (DataAccessResourceFailureException ex) {
			if (ex instanceof UnknownOutcomeException || !Thread.currentThread().isInterrupted()) {
				call.forEach((part) -> part.answer(new PendingSubmit.Failed(copy(ex))));
			}
			if (own.results() == null) {
				throw ex;
			}
		}
		finally {
			// Has no effect on those that have an answer
			call.forEach((part) -> part.answer(new PendingSubmit.Alone()));
			passOn();
		}
		return results(own);
	}

	private List<SubmitResult> results(PendingSubmit own) {
		List<SubmitResult> results = own.results();
		return (results != null) ? results : Submission.submit(this.works, own.list());
	}

	// Parts without results must submit their jobs again.
	private void make(List<PendingSubmit> call) {
		try {
			boolean isInsertTried = insert(call);
			List<PendingSubmit> rest = call.stream().filter((part) -> part.results() == null).toList();
			if (!rest.isEmpty()) {
				List<NewJob> jobs = jobs(rest);
				distribute(this.works.shared((work) -> {
					if (isInsertTried) {
						work.markInsertTried();
					}
					return Submission.submit(work, jobs);
				}), rest);
			}
		}
		catch (DataAccessResourceFailureException ex) {
			throw ex;
		}
		catch (CannotAcquireLockException ex) {
			// Each thread waits for itself
		}
		catch (RuntimeException ex) {
			if (call.size() == 1) {
				throw ex;
			}
		}
	}

	// A statement cannot insert either all jobs of a part or none. Returns whether it was
	// executed
	private boolean insert(List<PendingSubmit> call) {
		List<NewJob> jobs = jobs(call);
		if (call.stream().anyMatch((part) -> part.jobs() != 1) || !this.works.isSinglePossible(jobs)) {
			return false;
		}
		List<Optional<SubmitResult>> results = this.works.single(jobs, (work) -> Submission.inserted(work, jobs))
			.orElse(List.of());
		for (int i = 0; i < results.size(); i++) {
			PendingSubmit part = call.get(i);
			results.get(i).ifPresent((result) -> part.done(List.of(result)));
		}
		return true;
	}

	private static List<NewJob> jobs(List<PendingSubmit> call) {
		return call.stream().flatMap((part) -> part.list().stream()).toList();
	}

	private static void distribute(List<SubmitResult> results, List<PendingSubmit> call) {
		int from = 0;
		for (PendingSubmit part : call) {
			part.done(List.copyOf(results.subList(from, from + part.jobs())));
			from += part.jobs();
		}
	}

	// Each thread throws an exception of its own.
	private static DataAccessException copy(DataAccessResourceFailureException failure) {
		return (failure instanceof UnknownOutcomeException) ? new UnknownOutcomeException(failure)
				: new DataAccessResourceFailureException(String.valueOf(failure.getMessage()), failure);
	}

	// If all threads of a call have stopped waiting, nobody makes it.
	private void passOn() {
		try {
			PendingSubmit.Lead next = this.calls.ended();
			while (next != null && !isLed(next)) {
				next = this.calls.ended();
			}
		}
		catch (Throwable ex) {
			// No other thread would make a call for them
			this.calls.takeWaiting().forEach((part) -> part.answer(new PendingSubmit.Alone()));
			throw ex;
		}
	}

	private static boolean isLed(PendingSubmit.Lead next) {
		for (PendingSubmit part : next.call()) {
			if (part.answer(next)) {
				return true;
			}
		}
		return false;
	}

}
