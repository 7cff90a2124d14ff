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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

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

	/** The jobs that were inserted, by topic and id. */
	private final Map<String, Map<String, StagedJob>> created = new TreeMap<>();

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
		return works.joining((work) -> submit(work, jobs));
	}

	/**
	 * Submit jobs in a transaction.
	 * @param work the transaction
	 * @param jobs the jobs
	 * @return the results in the order of the jobs
	 */
	static List<SubmitResult> submit(Work work, List<NewJob> jobs) {
		return new Submission(work).submit(jobs);
	}

	private List<SubmitResult> submit(List<NewJob> jobs) {
		Map<String, List<NewJob>> topics = new TreeMap<>();
		jobs.forEach((job) -> topics.computeIfAbsent(job.topic(), (topic) -> new ArrayList<>()).add(job));
		topics.forEach((topic, submitted) -> this.created.put(topic, insert(this.work.topic(topic), submitted)));
		List<SubmitResult> results = jobs.stream().map(this::result).toList();
		this.work.flush();
		return results;
	}

	private SubmitResult result(NewJob job) {
		JobTransitions transitions = transitions(this.work.topic(job.topic()));
		StagedJob inserted = Objects.requireNonNull(this.created.get(job.topic())).remove(job.id());
		return (inserted != null) ? transitions.created(inserted) : transitions.submit(job);
	}

	private JobTransitions transitions(TopicWork topic) {
		return new JobTransitions(topic, this.work.transaction());
	}

	private Map<String, StagedJob> insert(TopicWork topic, List<NewJob> jobs) {
		Map<String, StagedJob> pending = new LinkedHashMap<>();
		Set<String> replaced = new HashSet<>();
		for (NewJob job : jobs) {
			pending.computeIfAbsent(job.id(), (id) -> transitions(topic).newJob(job));
			if (job.onConflict() == ConflictPolicy.REPLACE) {
				replaced.add(job.id());
			}
		}
		Map<String, StagedJob> inserted = new TreeMap<>();
		for (int i = 0; !pending.isEmpty(); i++) {
			if (i == ATTEMPTS) {
				throw new CannotAcquireLockException("Jobs " + pending.keySet() + " of topic '" + topic.topic()
						+ "' were neither stored nor found, because other transactions store and delete them. "
						+ "Submit them again in a new transaction");
			}
			insert(topic, pending, inserted);
			topic.load(existing(pending.keySet(), replaced, true), JobDepth.PLAIN);
			topic.look(existing(pending.keySet(), replaced, false));
			pending.keySet().removeIf(topic::isStored);
		}
		return inserted;
	}

	private void insert(TopicWork topic, Map<String, StagedJob> pending, Map<String, StagedJob> inserted) {
		List<StagedJob> jobs = TopicWork.sorted(pending.keySet())
			.stream()
			.map((id) -> Objects.requireNonNull(pending.get(id)))
			.toList();
		for (String id : this.work.tables().jobs().insert(this.work.session(), jobs)) {
			StagedJob job = Objects.requireNonNull(pending.remove(id));
			topic.inserted(job);
			inserted.put(id, job);
		}
	}

	private static List<String> existing(Collection<String> ids, Set<String> replaced, boolean isReplaced) {
		return ids.stream().filter((id) -> replaced.contains(id) == isReplaced).toList();
	}

}
