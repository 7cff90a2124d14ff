// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessException;

import io.delay.jdbc.table.JobColumns;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.SubmitResult;
import io.delay.store.NewJob;
import io.delay.store.life.JobTransitions;
import io.delay.store.life.StagedJob;
import io.delay.store.life.StoreTime;

/**
 * Submits jobs. All jobs are inserted first; then only those whose ids already exist are
 * read.
 */
final class Submission {

	private static final int ATTEMPTS = 10;

	private static final Comparator<StagedJob> ORDER = Comparator.comparing(StagedJob::topic)
		.thenComparing(StagedJob::id);

	private final Work work;

	/** The results of jobs that were inserted, by topic and id, until they are used. */
	private final Map<List<String>, SubmitResult> created = new HashMap<>();

	private Submission(Work work) {
		this.work = work;
	}

	static List<SubmitResult> submit(Work work, List<NewJob> jobs) {
		Submission submission = new Submission(work);
		Map<String, List<NewJob>> topics = new TreeMap<>();
		jobs.forEach((job) -> topics.computeIfAbsent(job.topic(), (topic) -> new ArrayList<>()).add(job));
		topics.forEach((topic, submitted) -> submission.insert(work.topic(topic), submitted));
		List<SubmitResult> results = jobs.stream().map(submission::result).toList();
		work.flush();
		return results;
	}

	// The database commits the statement. Jobs without a result must be submitted in a
	// transaction
	static List<@Nullable SubmitResult> insert(Work work, List<NewJob> jobs) {
		Submission submission = new Submission(work);
		submission.insert(jobs.stream().map(submission::staged).sorted(ORDER).toList());
		try {
			jobs.stream()
				.filter((job) -> !work.topic(job.topic()).isStored(job.id()))
				.collect(Collectors.groupingBy(NewJob::topic, Collectors.mapping(NewJob::id, Collectors.toSet())))
				.forEach((topic, ids) -> work.topic(topic).look(ids));
		}
		catch (DataAccessException ex) {
			// The jobs that were inserted are committed
		}
		List<@Nullable SubmitResult> results = new ArrayList<>();
		jobs.forEach((job) -> results.add(work.topic(job.topic()).isStored(job.id()) ? submission.result(job) : null));
		work.flush();
		return results;
	}

	private SubmitResult result(NewJob job) {
		SubmitResult result = this.created.remove(List.of(job.topic(), job.id()));
		return (result != null) ? result : transitions(job.topic()).submit(delayed(job));
	}

	private StagedJob staged(NewJob job) {
		return transitions(job.topic()).newJob(delayed(job));
	}

	// The clock may be later than the time of this work, but no delay may be shorter
	private NewJob delayed(NewJob job) {
		StoreTime time = this.work.time();
		return (job.dueTime() instanceof DueTime.After after && !after.delay().isZero())
				? new NewJob(job.topic(), job.id(),
						DueTime.at(new StoreTime(time.exact().plus(this.work.lag()), time.mark()).after(after.delay())),
						job.onConflict(), job.record())
				: job;
	}

	private JobTransitions transitions(String topic) {
		return new JobTransitions(this.work.topic(topic), this.work.transaction());
	}

	private void insert(TopicWork topic, List<NewJob> jobs) {
		Set<String> replaced = jobs.stream()
			.filter((job) -> job.onConflict() == ConflictPolicy.REPLACE)
			.map(NewJob::id)
			.collect(Collectors.toSet());
		// They usually exist. On MySQL, failed inserts of two transactions would keep
		// locks that prevent both from replacing the job
		topic.loadPresent(replaced, JobColumns.PLAIN);
		Map<String, StagedJob> pending = new TreeMap<>();
		jobs.forEach((job) -> pending.computeIfAbsent(job.id(), (id) -> staged(job)));
		pending.keySet().removeIf(topic::isStored);
		for (int i = 0; !pending.isEmpty(); i++) {
			if (i == ATTEMPTS) {
				throw new CannotAcquireLockException("Jobs " + pending.keySet() + " of topic '" + topic.topic()
						+ "' were neither stored nor found, because other transactions store and delete them. "
						+ "Submit them again in a new transaction");
			}
			insert(List.copyOf(pending.values()));
			pending.keySet().removeIf(topic::isStored);
			topic.load(pending.keySet().stream().filter(replaced::contains).toList(), JobColumns.PLAIN);
			topic.look(pending.keySet().stream().filter((id) -> !replaced.contains(id)).toList());
			pending.keySet().removeIf(topic::isStored);
		}
	}

	private void insert(List<StagedJob> jobs) {
		this.work.tables().jobs().inserts().insert(this.work.session(), jobs, (job) -> {
			this.work.topic(job.topic()).inserted(job);
			this.created.put(List.of(job.topic(), job.id()), transitions(job.topic()).created(job));
		});
	}

}
