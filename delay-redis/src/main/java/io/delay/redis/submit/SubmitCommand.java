// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.submit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.springframework.dao.DataAccessException;

import io.delay.job.SubmitResult;
import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.record.JobRecordCodec;
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
		List<PartitionSubmit> groups = group(jobs);
		boolean stored = false;
		while (!groups.isEmpty()) {
			groups.forEach((group) -> group.send(jobs));
			for (PartitionSubmit group : groups) {
				stored = finish(group, groups, jobs, results, stored);
			}
			groups = groups.stream().filter((group) -> !group.isDone()).toList();
		}
		return results;
	}

	private static boolean finish(PartitionSubmit group, List<PartitionSubmit> groups, List<NewJob> jobs,
			List<SubmitResult> results, boolean stored) {
		try {
			group.finish(results);
			return true;
		}
		catch (NoReplyException ex) {
			throw unknown(jobs, ex);
		}
		catch (DataAccessException ex) {
			boolean others = groups.stream().anyMatch((other) -> other != group && !other.isLeftAlone());
			throw (stored || others) ? unknown(jobs, ex) : ex;
		}
	}

	private List<SubmitResult> execute(NewJob job) {
		SubmitBatch batch = new SubmitBatch();
		batch.add(job, JobRecordCodec.encode(job.record()));
		try {
			return batch.results(coalescer(this.topics.partitions(job.topic()).of(job.id())).submit(batch));
		}
		catch (NoReplyException ex) {
			throw unknown(List.of(job), ex);
		}
	}

	private List<PartitionSubmit> group(List<NewJob> jobs) {
		Map<String, TopicPartitions> partitions = new HashMap<>();
		Map<PartitionKeys, PartitionSubmit> groups = new LinkedHashMap<>();
		for (int i = 0; i < jobs.size(); i++) {
			TopicPartitions topic = partitions.computeIfAbsent(jobs.get(i).topic(), this.topics::partitions);
			groups.computeIfAbsent(topic.of(jobs.get(i).id()), (partition) -> new PartitionSubmit(coalescer(partition)))
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

}
