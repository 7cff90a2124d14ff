// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.inspect;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;
import io.delay.store.admin.JobPosition;

/**
 * Finds the failed jobs of a topic that were buried first, across its partitions. Only
 * ids and times are read.
 */
public final class OldestFailedJobs {

	private static final int LEAST = 100;

	private final ScriptRunner runner;

	public OldestFailedJobs(ScriptRunner runner) {
		this.runner = runner;
	}

	// Returns fewer ids than requested if a few partitions have most of the jobs.
	public List<String> oldest(TopicPartitions topic, int limit) {
		return (limit > 0) ? merge(parts(topic, limit), limit) : List.of();
	}

	// Without a maximum number of failed jobs, maxCount is null
	public List<Share> shares(TopicPartitions topic, @Nullable Integer maxCount, int limit) {
		if (limit == 0) {
			return List.of();
		}
		Map<PartitionKeys, Part> parts = parts(topic, limit);
		List<String> oldest = merge(parts, limit);
		long all = parts.values().stream().mapToLong(Part::count).sum();
		long tooMany = (maxCount != null) ? Math.max(0, Math.min(oldest.size(), all - maxCount)) : 0;
		Map<PartitionKeys, List<Integer>> tooManyOf = topic.group(oldest.subList(0, (int) tooMany));
		List<Share> shares = new ArrayList<>();
		topic.group(oldest).forEach((partition, jobs) -> {
			long left = Objects.requireNonNull(parts.get(partition)).count()
					- tooManyOf.getOrDefault(partition, List.of()).size();
			shares.add(new Share(partition, jobs.size(), (maxCount != null) ? (int) Math.max(0, left) : null));
		});
		return shares;
	}

	// All partitions have about the same number of jobs, so not much more than twice the
	// share of a partition is requested from it. The oldest jobs can all be in one
	// partition, because jobs that were reserved together often fail together.
	private Map<PartitionKeys, Part> parts(TopicPartitions topic, int limit) {
		int most = Math.min(limit, Math.max(LEAST, 2 * limit / topic.count() + 1));
		Map<PartitionKeys, Part> parts = new HashMap<>();
		topic.all().forEach((partition) -> parts.put(partition, part(partition, most)));
		return parts;
	}

	private Part part(PartitionKeys partition, int most) {
		ScriptReply reply = this.runner.run(RedisScript.OLDEST_FAILED, partition,
				new ScriptArguments(partition).add(most + 1));
		long count = reply.nextLong();
		List<JobPosition> jobs = new ArrayList<>();
		while (reply.hasNext()) {
			String id = reply.nextText();
			jobs.add(new JobPosition(reply.nextTime(), id));
		}
		JobPosition omitted = (jobs.size() > most) ? jobs.remove(most) : null;
		return new Part(count, new JobPages.Part<>(jobs, omitted));
	}

	// Ends before the oldest job that a partition has not returned
	private static List<String> merge(Map<PartitionKeys, Part> parts, int limit) {
		return JobPages.Part
			.merge(parts.values().stream().map(Part::oldest).toList(), Function.identity(), JobPages.BY_TIME_AND_ID)
			.jobs()
			.stream()
			.limit(limit)
			.map(JobPosition::id)
			.toList();
	}

	private record Part(long count, JobPages.Part<JobPosition> oldest) {

	}

	/**
	 * The number of the failed jobs that were buried first and are in one partition.
	 *
	 * @param jobs the number of these jobs in the partition
	 * @param maxCount the maximum number of failed jobs that the partition may keep so
	 * that the topic does not exceed its maximum, {@code null} if there is no maximum
	 */
	public record Share(PartitionKeys partition, int jobs, @Nullable Integer maxCount) {

	}

}
