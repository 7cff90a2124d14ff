// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.submit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

import io.delay.job.SubmitResult;
import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.script.NoReplyException;
import io.delay.redis.script.ScriptRunner;
import io.delay.redis.topic.RecentlyUsed;
import io.delay.redis.topic.TopicRegistry;
import io.delay.store.NewJob;
import io.delay.store.SubmitOutcomeUnknownException;

/**
 * Sends jobs to Redis in calls of bounded size.
 */
public final class SubmitCommand {

	private final ScriptRunner runner;

	private final TopicRegistry topics;

	/** One coalescer for each partition. */
	private final Map<PartitionKeys, SubmitCoalescer> coalescers = RecentlyUsed.map();

	public SubmitCommand(ScriptRunner runner, TopicRegistry topics) {
		this.runner = runner;
		this.topics = topics;
	}

	// Stores jobs in all their partitions at the same time. If one call fails and another
	// one may have stored jobs, the outcome of the whole submit is unknown, because the
	// caller gets no results.
	public List<SubmitResult> execute(List<NewJob> jobs) {
		if (jobs.size() == 1) {
			return execute(jobs.get(0));
		}
		List<SubmitResult> results = new ArrayList<>(Collections.nCopies(jobs.size(), null));
		List<PartitionJobs> groups = group(jobs);
		boolean stored = false;
		while (!groups.isEmpty()) {
			groups.forEach((group) -> group.send(jobs));
			for (PartitionJobs group : groups) {
				stored = finish(group, groups, jobs, results, stored);
			}
			groups = groups.stream().filter((group) -> !group.isDone()).toList();
		}
		return results;
	}

	private static boolean finish(PartitionJobs group, List<PartitionJobs> groups, List<NewJob> jobs,
			List<SubmitResult> results, boolean stored) {
		try {
			group.finish(results);
			return true;
		}
		catch (NoReplyException ex) {
			throw unknown(jobs, ex);
		}
		catch (DataAccessException ex) {
			boolean others = groups.stream().anyMatch((other) -> other != group && !other.isNotStored());
			throw (stored || others) ? unknown(jobs, ex) : ex;
		}
	}

	private List<SubmitResult> execute(NewJob job) {
		SubmitBatch batch = new SubmitBatch();
		batch.add(job);
		try {
			SubmitCoalescer coalescer = coalescer(this.topics.partitions(job.topic()).of(job.id()));
			coalescer.enqueue(batch);
			return batch.results(coalescer.awaitReply(batch));
		}
		catch (NoReplyException ex) {
			throw unknown(List.of(job), ex);
		}
	}

	private List<PartitionJobs> group(List<NewJob> jobs) {
		Map<String, TopicPartitions> partitions = new HashMap<>();
		Map<PartitionKeys, PartitionJobs> groups = new LinkedHashMap<>();
		for (int i = 0; i < jobs.size(); i++) {
			TopicPartitions topic = partitions.computeIfAbsent(jobs.get(i).topic(), this.topics::partitions);
			groups.computeIfAbsent(topic.of(jobs.get(i).id()), (partition) -> new PartitionJobs(coalescer(partition)))
				.add(i);
		}
		return List.copyOf(groups.values());
	}

	// A removed coalescer continues the calls in progress, and a new one sends its calls
	// at the same time
	private SubmitCoalescer coalescer(PartitionKeys partition) {
		return this.coalescers.computeIfAbsent(partition,
				(keys) -> new SubmitCoalescer(this.runner, this.topics, keys));
	}

	private static SubmitOutcomeUnknownException unknown(List<NewJob> jobs, DataAccessException cause) {
		return new SubmitOutcomeUnknownException(jobs.stream().map(NewJob::topic).distinct().toList(),
				jobs.stream().map(NewJob::id).toList(), cause);
	}

	/**
	 * The jobs of one submit that belong to one partition. They are sent in calls of
	 * bounded size, one after the other. For use by one thread.
	 */
	private static final class PartitionJobs {

		private final SubmitCoalescer coalescer;

		/** The index of the result of each job. */
		private final List<Integer> indexes = new ArrayList<>();

		private int next;

		private @Nullable SubmitBatch inProgress;

		PartitionJobs(SubmitCoalescer coalescer) {
			this.coalescer = coalescer;
		}

		void add(int index) {
			this.indexes.add(index);
		}

		boolean isDone() {
			return this.next == this.indexes.size();
		}

		// Sends as many jobs as fit into one call, without waiting for the reply.
		void send(List<NewJob> jobs) {
			SubmitBatch batch = new SubmitBatch();
			for (int index : this.indexes.subList(this.next, this.indexes.size())) {
				if (!batch.add(jobs.get(index))) {
					break;
				}
			}
			this.coalescer.enqueue(batch);
			this.inProgress = batch;
		}

		void finish(List<SubmitResult> results) {
			SubmitBatch batch = Objects.requireNonNull(this.inProgress);
			for (SubmitResult result : batch.results(this.coalescer.awaitReply(batch))) {
				results.set(this.indexes.get(this.next++), result);
			}
		}

		// Whether the last batch is known not to have been stored. It is then stored only
		// if this thread sends it.
		boolean isNotStored() {
			return this.inProgress != null && this.inProgress.isNotStored();
		}

	}

}
