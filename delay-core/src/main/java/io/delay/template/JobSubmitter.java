// SPDX-License-Identifier: Apache-2.0

package io.delay.template;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

import io.delay.delivery.HandlerScope;
import io.delay.job.JobExistsException;
import io.delay.job.JobState;
import io.delay.job.SubmitResult;
import io.delay.job.SubmitStatus;
import io.delay.observation.JobMetrics;
import io.delay.store.JobStore;
import io.delay.store.SubmitOutcomeUnknownException;
import io.delay.support.FailureNotice;

/**
 * Sends jobs to the store. If a generated id exists already, the job is sent again with a
 * new id.
 */
final class JobSubmitter {

	/**
	 * The maximum number of ids that are generated for a job. A second id is practically
	 * never needed; the need for several ids suggests a faulty generator.
	 */
	private static final int MAX_TRIES = 5;

	private final JobStore store;

	private final JobPreparation preparation;

	private final @Nullable JobMetrics metrics;

	private final FailureNotice notice = new FailureNotice("Measurement of submits");

	JobSubmitter(JobStore store, JobPreparation preparation, @Nullable JobMetrics metrics) {
		this.store = store;
		this.preparation = preparation;
		this.metrics = metrics;
	}

	List<SubmitResult> submit(List<PreparedJob> submissions) {
		List<SubmitResult> results = send(submissions);
		List<Integer> collisions = collisions(submissions, results);
		if (!collisions.isEmpty()) {
			results = new ArrayList<>(results);
			for (int tries = 1; !collisions.isEmpty(); tries++) {
				checkTries(tries, submissions.get(collisions.get(0)));
				List<SubmitResult> again = sendAgain(
						collisions.stream().map(submissions::get).map(this.preparation::withNewId).toList(), results);
				for (int i = 0; i < again.size(); i++) {
					results.set(collisions.get(i), again.get(i));
				}
				collisions = collisions(submissions, results);
			}
		}
		endReplaced(submissions, results);
		measure(submissions, results);
		rejectConflicts(submissions, results);
		return Collections.unmodifiableList(results);
	}

	private List<SubmitResult> send(List<PreparedJob> submissions) {
		return this.store.submit(submissions.stream().map(PreparedJob::newJob).toList());
	}

	// If this call fails, other jobs are already stored but the caller receives no
	// results.
	private List<SubmitResult> sendAgain(List<PreparedJob> submissions, List<SubmitResult> before) {
		try {
			return send(submissions);
		}
		catch (DataAccessException ex) {
			throw new SubmitOutcomeUnknownException(
					submissions.stream().map((submission) -> submission.job().topic()).distinct().toList(),
					before.stream().map(SubmitResult::id).toList(), ex);
		}
	}

	private static List<Integer> collisions(List<PreparedJob> submissions, List<SubmitResult> results) {
		List<Integer> collisions = new ArrayList<>(0);
		for (int i = 0; i < results.size(); i++) {
			if (submissions.get(i).hasGeneratedId() && results.get(i).status() == SubmitStatus.EXISTING) {
				collisions.add(i);
			}
		}
		return collisions;
	}

	// A handler may have replaced its own job
	private void endReplaced(List<PreparedJob> submissions, List<SubmitResult> results) {
		for (int i = 0; i < results.size(); i++) {
			if (results.get(i).found() == JobState.RESERVED && results.get(i).status() == SubmitStatus.REPLACED) {
				HandlerScope.ended(submissions.get(i).job().topic(), results.get(i).id(), HandlerScope.End.REPLACED,
						this.store.joinsTransaction());
			}
		}
	}

	private void measure(List<PreparedJob> submissions, List<SubmitResult> results) {
		if (this.metrics != null) {
			try {
				for (int i = 0; i < results.size(); i++) {
					this.metrics.submitted(submissions.get(i).job().topic(), results.get(i).status());
				}
			}
			catch (RuntimeException | Error ex) {
				this.notice.failed(ex);
			}
		}
	}

	private static void checkTries(int tries, PreparedJob submission) {
		if (tries >= MAX_TRIES) {
			throw new NoUnusedIdException("No unused id was generated for a job of topic '" + submission.job().topic()
					+ "' in " + tries + " tries. Check the JobIdGenerator: its ids must be unique");
		}
	}

	private static void rejectConflicts(List<PreparedJob> submissions, List<SubmitResult> results) {
		List<String> topics = new ArrayList<>();
		List<String> ids = new ArrayList<>();
		for (int i = 0; i < results.size(); i++) {
			if (submissions.get(i).isRejected(results.get(i))) {
				topics.add(submissions.get(i).job().topic());
				ids.add(results.get(i).id());
			}
		}
		if (!ids.isEmpty()) {
			throw new JobExistsException(topics, ids, results);
		}
	}

	/**
	 * Thrown if all ids that were generated for a job already exist. The other jobs of
	 * the call are stored.
	 */
	static final class NoUnusedIdException extends IllegalStateException {

		NoUnusedIdException(String message) {
			super(message);
		}

	}

}
