// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

import org.springframework.dao.DataAccessException;

import io.delay.job.JobState;
import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.record.JobCodes;
import io.delay.redis.record.JobFailuresCodec;
import io.delay.redis.record.JobRecordCodec;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;
import io.delay.redis.topic.TopicRegistry;
import io.delay.store.JobRecord;
import io.delay.store.OutcomeUnknownException;
import io.delay.store.StoredJob;
import io.delay.store.admin.JobCopies;
import io.delay.store.share.SharedCalls;

/**
 * Takes jobs over from another store, or removes those that another store has taken over,
 * in calls of bounded size.
 */
final class CopyCommand {

	private static final String FAILED = "f";

	private final ScriptRunner runner;

	private final TopicRegistry topics;

	CopyCommand(ScriptRunner runner, TopicRegistry topics) {
		this.runner = runner;
		this.topics = topics;
	}

	Set<String> insert(JobCopies jobs) {
		return change(RedisScript.INSERT, this.topics.partitions(jobs.topic()), jobs, CopyCommand::complete);
	}

	Set<String> removeUnchanged(JobCopies jobs) {
		return change(RedisScript.REMOVE_UNCHANGED, this.topics.recordedPartitions(jobs.topic()), jobs,
				(job) -> new ScriptArguments().add(job.id()).add(Objects.requireNonNullElse(job.version(), "")));
	}

	private static ScriptArguments complete(StoredJob job) {
		JobRecord record = Objects.requireNonNull(job.record());
		return new ScriptArguments().add(job.id())
			.add((job.state() == JobState.FAILED) ? FAILED : JobCodes.letter(record.priority()))
			.add(job.time().toEpochMilli())
			.add(JobRecordCodec.encode(record))
			.add(JobFailuresCodec.encode(job, record.priority()));
	}

	private Set<String> change(RedisScript script, TopicPartitions topic, JobCopies jobs,
			Function<StoredJob, ScriptArguments> encoder) {
		Set<String> changed = new HashSet<>();
		try {
			for (Map.Entry<PartitionKeys, List<Integer>> group : topic.group(jobs.ids()).entrySet()) {
				List<StoredJob> left = group.getValue().stream().map(jobs.jobs()::get).toList();
				while (!left.isEmpty()) {
					left = left.subList(step(script, group.getKey(), left, encoder, changed), left.size());
				}
			}
		}
		catch (DataAccessException ex) {
			throw (changed.isEmpty() || ex instanceof OutcomeUnknownException) ? ex
					: OutcomeUnknownException.ofChange(script.verb(), jobs.topic(), jobs.ids(), ex);
		}
		return changed;
	}

	private int step(RedisScript script, PartitionKeys partition, List<StoredJob> jobs,
			Function<StoredJob, ScriptArguments> encoder, Set<String> changed) {
		ScriptArguments arguments = new ScriptArguments(partition);
		List<String> sent = new ArrayList<>();
		for (StoredJob job : jobs) {
			ScriptArguments more = encoder.apply(job);
			if (!sent.isEmpty() && arguments.bytes() + more.bytes() > SharedCalls.MAX_BYTES) {
				break;
			}
			arguments.addAll(more);
			sent.add(job.id());
		}
		ScriptReply reply = this.topics.use(partition, () -> this.runner.change(script, partition, sent, arguments));
		int processed = 0;
		while (reply.hasNext()) {
			if (reply.nextBoolean()) {
				changed.add(sent.get(processed));
			}
			processed++;
		}
		return processed;
	}

}
