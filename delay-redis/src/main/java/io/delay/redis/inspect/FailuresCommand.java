// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.inspect;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.delay.job.JobState;
import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.record.JobStateCodes;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;
import io.delay.store.ReserveRequest;
import io.delay.store.admin.FailedJob;
import io.delay.store.admin.FailedJobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;

/**
 * Lists the failures of a topic, newest first, by merging those of its partitions.
 */
public final class FailuresCommand {

	private static final Comparator<JobPosition> NEWEST_FIRST = PageCommand.BY_TIME_AND_ID.reversed();

	private final ScriptRunner runner;

	public FailuresCommand(ScriptRunner runner) {
		this.runner = runner;
	}

	public FailedJobPage execute(TopicPartitions topic, JobPageRequest request) {
		// All partitions have about the same number of jobs, so no more than about twice
		// the share of a partition is requested from it
		int most = Math.min(request.limit(), 2 * request.limit() / topic.count() + 1);
		List<Part> parts = topic.all().stream().map((partition) -> part(partition, request.after(), most)).toList();
		JobPosition omitted = parts.stream().map(Part::omitted).filter(Objects::nonNull).min(NEWEST_FIRST).orElse(null);
		List<FailedJob> merged = parts.stream()
			.flatMap((part) -> part.jobs().stream())
			.filter((job) -> omitted == null || NEWEST_FIRST.compare(position(job), omitted) < 0)
			.sorted(Comparator.comparing(FailuresCommand::position, NEWEST_FIRST))
			.toList();
		List<FailedJob> page = merged.subList(0, Math.min(request.limit(), merged.size()));
		boolean more = omitted != null || page.size() < merged.size();
		return new FailedJobPage(page, (more && !page.isEmpty()) ? position(page.get(page.size() - 1)) : null);
	}

	private Part part(PartitionKeys partition, @Nullable JobPosition after, int most) {
		ScriptArguments arguments = new ScriptArguments(partition).add(JobStateCodes.number(JobState.FAILED))
			.add("")
			.add(most)
			.add(ReserveRequest.MAX_PAYLOAD_BYTES)
			.add((after != null) ? String.valueOf(after.time().toEpochMilli()) : "")
			.add((after != null) ? after.id() : "")
			.add(1);
		ScriptReply reply = this.runner.run(RedisScript.FAILURES, partition, arguments);
		String omitted = reply.nextText();
		Instant omittedTime = reply.nextTime();
		List<FailedJob> jobs = new ArrayList<>();
		while (reply.hasNext()) {
			String id = reply.nextText();
			jobs.add(new FailedJob(id, reply.nextTime(), reply.nextText(), reply.nextText()));
		}
		return new Part(jobs, omitted.isEmpty() ? null : new JobPosition(omittedTime, omitted));
	}

	private static JobPosition position(FailedJob job) {
		return new JobPosition(job.time(), job.id());
	}

	private record Part(List<FailedJob> jobs, @Nullable JobPosition omitted) {

	}

}
