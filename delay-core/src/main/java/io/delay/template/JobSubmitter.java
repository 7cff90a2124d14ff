// SPDX-License-Identifier: Apache-2.0

package io.delay.template;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

import io.delay.converter.PayloadWriter;
import io.delay.delivery.HandlerScope;
import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.job.JobExistsException;
import io.delay.job.JobRules;
import io.delay.job.JobState;
import io.delay.job.SubmitResult;
import io.delay.job.SubmitStatus;
import io.delay.observation.JobMetrics;
import io.delay.store.JobRecord;
import io.delay.store.JobStore;
import io.delay.store.NewJob;
import io.delay.store.SubmitOutcomeUnknownException;
import io.delay.support.FailureNotice;

/**
 * Prepares jobs for the store and sends them. If a generated id exists already, the job
 * is sent again with a new id.
 */
final class JobSubmitter {

	// The maximum number of ids that are generated for a job. A second id is practically
	// never needed; the need for several ids suggests a faulty generator.
	private static final int MAX_TRIES = 5;

	private final JobStore store;

	private final PayloadWriter payloads;

	private final JobIdGenerator idGenerator;

	private final @Nullable JobMetrics metrics;

	private final FailureNotice notice = new FailureNotice("Measurement of submits");

	JobSubmitter(JobStore store, PayloadWriter payloads, JobIdGenerator idGenerator, @Nullable JobMetrics metrics) {
		this.store = store;
		this.payloads = payloads;
		this.idGenerator = idGenerator;
		this.metrics = metrics;
	}

	/**
	 * Convert the payload of a job, check its size, and generate an id if the job has
	 * none. A generated id must not exist yet, regardless of the conflict policy of the
	 * job, because the caller did not choose the id and cannot refer to an existing job
	 * with it.
	 * @param trace the headers that continue a trace in the job
	 */
	NewJob prepare(Job job, Map<String, String> trace) {
		JobRecord record = new JobRecord(this.payloads.write(job.topic(), job.payload()),
				withTrace(job.headers(), trace), job.ttr(), job.maxAttempts(), job.priority());
		String id = job.id();
		return (id != null) ? new NewJob(job.topic(), id, job.dueTime(), job.onConflict(), record)
				: new NewJob(job.topic(), this.idGenerator.generate(), job.dueTime(), ConflictPolicy.REJECT, record);
	}

	// For jobs that were prepared before their submit was traced
	static NewJob withTrace(NewJob job, Map<String, String> trace) {
		JobRecord record = job.record();
		return job.withRecord(record.withHeaders(withTrace(record.headers(), trace)));
	}

	// Headers of the job take precedence. Trace headers that would exceed the size limit
	// are omitted, so that no submit fails because of them
	private static Map<String, String> withTrace(Map<String, String> headers, Map<String, String> trace) {
		if (trace.isEmpty()) {
			return headers;
		}
		Map<String, String> all = new HashMap<>(trace);
		all.putAll(headers);
		int length = 0;
		for (Map.Entry<String, String> header : all.entrySet()) {
			length += header.getKey().length() + header.getValue().length();
		}
		return (length <= JobRules.MAX_HEADER_CHARACTERS) ? all : headers;
	}

	List<SubmitResult> submit(List<Job> jobs, List<NewJob> prepared) {
		List<SubmitResult> results = this.store.submit(prepared);
		List<Integer> collisions = collisions(jobs, results);
		if (!collisions.isEmpty()) {
			results = new ArrayList<>(results);
			for (int tries = 1; !collisions.isEmpty(); tries++) {
				checkTries(tries, jobs.get(collisions.get(0)));
				List<SubmitResult> again = sendAgain(collisions.stream()
					.map(prepared::get)
					.map((job) -> job.withId(this.idGenerator.generate()))
					.toList(), results);
				for (int i = 0; i < again.size(); i++) {
					results.set(collisions.get(i), again.get(i));
				}
				collisions = collisions(jobs, results);
			}
		}
		endReplaced(jobs, results);
		measure(jobs, results);
		rejectConflicts(jobs, results);
		return Collections.unmodifiableList(results);
	}

	// If this call fails, other jobs are already stored but the caller receives no
	// results.
	private List<SubmitResult> sendAgain(List<NewJob> jobs, List<SubmitResult> before) {
		try {
			return this.store.submit(jobs);
		}
		catch (DataAccessException ex) {
			throw new SubmitOutcomeUnknownException(jobs.stream().map(NewJob::topic).distinct().toList(),
					before.stream().map(SubmitResult::id).toList(), ex);
		}
	}

	private static List<Integer> collisions(List<Job> jobs, List<SubmitResult> results) {
		List<Integer> collisions = new ArrayList<>(0);
		for (int i = 0; i < results.size(); i++) {
			if (jobs.get(i).id() == null && results.get(i).status() == SubmitStatus.EXISTING) {
				collisions.add(i);
			}
		}
		return collisions;
	}

	// A handler may have replaced its own job
	private void endReplaced(List<Job> jobs, List<SubmitResult> results) {
		for (int i = 0; i < results.size(); i++) {
			if (results.get(i).found() == JobState.RESERVED && results.get(i).status() == SubmitStatus.REPLACED) {
				HandlerScope.ended(jobs.get(i).topic(), results.get(i).id(), HandlerScope.End.REPLACED,
						this.store.joinsTransaction());
			}
		}
	}

	private void measure(List<Job> jobs, List<SubmitResult> results) {
		if (this.metrics != null) {
			try {
				for (int i = 0; i < results.size(); i++) {
					this.metrics.submitted(jobs.get(i).topic(), results.get(i).status());
				}
			}
			catch (RuntimeException | Error ex) {
				this.notice.failed(ex);
			}
		}
	}

	private static void checkTries(int tries, Job job) {
		if (tries >= MAX_TRIES) {
			throw new NoUnusedIdException("No unused id was generated for a job of topic '" + job.topic() + "' in "
					+ tries + " tries. Check the JobIdGenerator: its ids must be unique");
		}
	}

	private static void rejectConflicts(List<Job> jobs, List<SubmitResult> results) {
		List<String> topics = new ArrayList<>();
		List<String> ids = new ArrayList<>();
		for (int i = 0; i < results.size(); i++) {
			if (isRejected(jobs.get(i), results.get(i))) {
				topics.add(jobs.get(i).topic());
				ids.add(results.get(i).id());
			}
		}
		if (!ids.isEmpty()) {
			throw new JobExistsException(topics, ids, results);
		}
	}

	// Whether a job was not stored because the id that the caller has chosen exists
	static boolean isRejected(Job job, SubmitResult result) {
		return job.id() != null && job.onConflict() == ConflictPolicy.REJECT
				&& result.status() == SubmitStatus.EXISTING;
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
