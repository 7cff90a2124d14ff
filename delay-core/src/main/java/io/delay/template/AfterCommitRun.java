// SPDX-License-Identifier: Apache-2.0

package io.delay.template;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;

import io.delay.job.Job;
import io.delay.job.JobExistsException;
import io.delay.store.OutcomeUnknownException;
import io.delay.template.AfterCommitException.Failure;
import io.delay.template.AfterCommitException.Outcome;
import io.delay.template.JobSubmitter.NoUnusedIdException;
import io.delay.template.PendingOperation.Submit;

/**
 * Carries out the operations of a committed transaction. Submits share a call unless an
 * operation on the same job comes between them. After an operation has failed, later
 * operations on the same job are not carried out. If the store is unreachable, no further
 * operations are carried out.
 */
final class AfterCommitRun {

	private final DelayTemplate template;

	private final List<Failure> failures = new ArrayList<>();

	// The first failure of each job for which an operation may not have been carried out.
	private final Map<JobKey, Throwable> incomplete = new HashMap<>();

	// The failure that shows that the store is unreachable.
	private @Nullable Throwable unreachable;

	AfterCommitRun(DelayTemplate template) {
		this.template = template;
	}

	void execute(List<PendingOperation> operations) {
		steps(operations).forEach(this::carryOut);
		if (!this.failures.isEmpty()) {
			throw new AfterCommitException(this.failures, operations.size());
		}
	}

	// A submit joins the last group of submits, unless the group or a later step contains
	// an operation on the same job. This preserves the order of the operations on each
	// job
	private static List<List<PendingOperation>> steps(List<PendingOperation> operations) {
		List<List<PendingOperation>> steps = new ArrayList<>();
		List<PendingOperation> submits = new ArrayList<>();
		Set<JobKey> used = new HashSet<>();
		for (PendingOperation operation : operations) {
			JobKey key = JobKey.of(operation);
			if (!(operation instanceof Submit)) {
				steps.add(List.of(operation));
				used.add(key);
			}
			else {
				boolean joins = used.add(key) && !submits.isEmpty();
				if (!joins) {
					submits = new ArrayList<>();
					steps.add(submits);
					used.clear();
					used.add(key);
				}
				submits.add(operation);
			}
		}
		return steps;
	}

	private void carryOut(List<? extends PendingOperation> step) {
		List<PendingOperation> possible = new ArrayList<>();
		for (PendingOperation operation : step) {
			Throwable obstacle = (this.unreachable != null) ? this.unreachable
					: this.incomplete.get(JobKey.of(operation));
			if (obstacle == null) {
				possible.add(operation);
			}
			else {
				failed(operation, Outcome.NOT_EXECUTED, obstacle);
			}
		}
		if (possible.isEmpty()) {
			return;
		}
		if (possible.get(0) instanceof Submit) {
			submit(possible.stream().map(Submit.class::cast).toList());
		}
		else {
			change(possible.get(0));
		}
	}

	private void submit(List<Submit> submits) {
		try {
			List<Job> jobs = submits.stream().map(Submit::job).toList();
			KeptJobs.log(jobs, this.template.submitPrepared(jobs, submits.stream().map(Submit::prepared).toList()));
		}
		catch (JobExistsException ex) {
			for (int i = 0; i < submits.size(); i++) {
				if (JobSubmitter.isRejected(submits.get(i).job(), ex.results().get(i))) {
					failed(submits.get(i), Outcome.REJECTED, ex);
				}
			}
		}
		catch (RuntimeException | Error ex) {
			Collection<List<Submit>> topics = byTopic(submits);
			if (outcome(ex) == Outcome.NOT_EXECUTED && topics.size() > 1 && !isUnreachable(ex)) {
				// The failure may concern only one of the topics
				topics.forEach(this::carryOut);
			}
			else {
				submits.forEach((submit) -> failed(submit, outcome(ex), ex));
			}
		}
	}

	private void failed(PendingOperation operation, Outcome outcome, Throwable failure) {
		this.failures.add(new Failure(operation.operation(), operation.topic(), operation.id(), outcome, failure));
		if (outcome != Outcome.REJECTED) {
			this.incomplete.putIfAbsent(JobKey.of(operation), failure);
			if (this.unreachable == null && isUnreachable(failure)) {
				this.unreachable = failure;
			}
		}
	}

	private void change(PendingOperation change) {
		try {
			if (change instanceof PendingOperation.Cancel cancel) {
				this.template.cancel(cancel.topic(), cancel.id());
			}
			else if (change instanceof PendingOperation.Reschedule reschedule) {
				this.template.reschedule(reschedule.topic(), reschedule.id(), reschedule.dueTime());
			}
		}
		catch (RuntimeException | Error ex) {
			failed(change, outcome(ex), ex);
		}
	}

	private static Collection<List<Submit>> byTopic(List<Submit> submits) {
		return submits.stream()
			.collect(Collectors.groupingBy(Submit::topic, LinkedHashMap::new, Collectors.toList()))
			.values();
	}

	// If it is unknown whether the store has carried out an operation, the store throws
	// an OutcomeUnknownException
	private static Outcome outcome(Throwable failure) {
		boolean known = failure instanceof DataAccessException || failure instanceof IllegalStateException
				|| failure instanceof IllegalArgumentException;
		boolean unknown = failure instanceof OutcomeUnknownException || failure instanceof NoUnusedIdException;
		return (known && !unknown) ? Outcome.NOT_EXECUTED : Outcome.UNKNOWN;
	}

	// If the store is unreachable, each further call would fail too, possibly only after
	// a timeout
	private static boolean isUnreachable(Throwable failure) {
		Throwable reason = (failure instanceof OutcomeUnknownException) ? failure.getCause() : failure;
		return reason instanceof DataAccessResourceFailureException || reason instanceof QueryTimeoutException;
	}

	private record JobKey(String topic, String id) {

		static JobKey of(PendingOperation operation) {
			return new JobKey(operation.topic(), operation.id());
		}

	}

}
