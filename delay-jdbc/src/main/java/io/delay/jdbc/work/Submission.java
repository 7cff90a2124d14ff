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

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.springframework.dao.CannotAcquireLockException;

import io.delay.jdbc.table.JobDepth;
import io.delay.job.ConflictPolicy;
import io.delay.job.SubmitResult;
import io.delay.store.NewJob;
import io.delay.store.life.JobTransitions;
import io.delay.store.life.StagedJob;

/**
 * Submits jobs. All jobs are inserted first; then only those whose ids already exist are
 * read.
 */
final class Submission {

	private static final int ATTEMPTS = 10;

	private final Work work;

	private Submission(Work work) {
		this.work = work;
	}

	/**
	 * Submit jobs, in the transaction of the caller if there is one.
	 * @param works the place of all work
	 * @param jobs the jobs
	 * @return the results in the order of the jobs
	 */
	static List<SubmitResult> submit(Works works, List<NewJob> jobs) {
		return works.submitting(jobs, (work) -> submit(work, jobs));
	}

	/**
	 * Submit jobs in a transaction, which may have inserted some of them already.
	 * @param work the transaction
	 * @param jobs the jobs
	 * @return the results in the order of the jobs
	 */
	static List<SubmitResult> submit(Work work, List<NewJob> jobs) {
		return new Submission(work).submit(jobs);
	}

	/**
	 * Return the results of jobs that a single statement has inserted.
	 * @param work the transaction of that statement
	 * @param jobs the jobs, none of which replaces another one
	 * @return the results in the order of the jobs, none for jobs that were not inserted
	 */
	static List<Optional<SubmitResult>> inserted(Work work, List<NewJob> jobs) {
		Submission submission = new Submission(work);
		List<Optional<SubmitResult>> results = jobs.stream()
			.map((job) -> work.topic(job.topic()).isStored(job.id()) ? Optional.of(submission.result(job))
					: Optional.<SubmitResult>empty())
			.toList();
		work.flush();
		return results;
	}

	private List<SubmitResult> submit(List<NewJob> jobs) {
		Map<String, List<NewJob>> topics = new TreeMap<>();
		jobs.forEach((job) -> topics.computeIfAbsent(job.topic(), (topic) -> new ArrayList<>()).add(job));
		try {
			topics.forEach((topic, submitted) -> insert(this.work.topic(topic), submitted));
			List<SubmitResult> results = jobs.stream().map(this::result).toList();
			this.work.flush();
			return results;
		}
		catch (RuntimeException | Error ex) {
			topics.keySet().forEach((topic) -> failed(this.work.topic(topic)));
			throw ex;
		}
	}

	private void failed(TopicWork topic) {
		topic.takeInserted().forEach(transitions(topic)::created);
		topic.failed();
	}

	private SubmitResult result(NewJob job) {
		TopicWork topic = this.work.topic(job.topic());
		JobTransitions transitions = transitions(topic);
		StagedJob inserted = topic.takeInserted(job.id());
		return (inserted != null) ? transitions.created(inserted) : transitions.submit(job);
	}

	private JobTransitions transitions(TopicWork topic) {
		return new JobTransitions(topic, this.work.transaction());
	}

	private void insert(TopicWork topic, List<NewJob> jobs) {
		Map<String, StagedJob> pending = new LinkedHashMap<>();
		Set<String> replaced = jobs.stream()
			.filter((job) -> job.onConflict() == ConflictPolicy.REPLACE)
			.map(NewJob::id)
			.collect(Collectors.toSet());
		if (!this.work.isInsertTried()) {
			// They usually exist. On MySQL, failed inserts of two transactions would keep
			// locks that prevent both from replacing the job
			topic.loadPresent(replaced, JobDepth.PLAIN);
		}
		for (NewJob job : jobs) {
			if (!topic.isStored(job.id())) {
				pending.computeIfAbsent(job.id(), (id) -> transitions(topic).newJob(job));
			}
		}
		for (int i = 0; !pending.isEmpty(); i++) {
			if (i == ATTEMPTS) {
				throw new CannotAcquireLockException("Jobs " + pending.keySet() + " of topic '" + topic.topic()
						+ "' were neither stored nor found, because other transactions store and delete them. "
						+ "Submit them again in a new transaction");
			}
			if (i > 0 || !this.work.isInsertTried()) {
				insert(topic, pending);
			}
			topic.load(existing(pending.keySet(), replaced, true), JobDepth.PLAIN);
			topic.look(existing(pending.keySet(), replaced, false));
			pending.keySet().removeIf(topic::isStored);
		}
	}

	private void insert(TopicWork topic, Map<String, StagedJob> pending) {
		List<StagedJob> jobs = TopicWork.sorted(pending.keySet())
			.stream()
			.map((id) -> Objects.requireNonNull(pending.get(id)))
			.toList();
		this.work.tables()
			.jobs()
			.inserts()
			.insert(this.work.session(), jobs, (id) -> topic.inserted(Objects.requireNonNull(pending.remove(id))));
	}

	private static List<String> existing(Collection<String> ids, Set<String> replaced, boolean isReplaced) {
		return ids.stream().filter((id) -> replaced.contains(id) == isReplaced).toList();
	}

}
