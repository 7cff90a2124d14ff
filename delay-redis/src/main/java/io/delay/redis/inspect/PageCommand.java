// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.inspect;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.record.JobStateCodes;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;
import io.delay.store.JobRecord;
import io.delay.store.ReserveRequest;
import io.delay.store.StoredJob;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.PageOrder;

/**
 * Lists jobs of one state. Each partition has its own sorted sets, and waiting jobs are
 * in several sets, so the pages of several sets are merged.
 */
public final class PageCommand {

	static final Comparator<JobPosition> BY_TIME_AND_ID = Comparator.comparing(JobPosition::time)
		.thenComparing((position) -> position.id().getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

	private final ScriptRunner runner;

	public PageCommand(ScriptRunner runner) {
		this.runner = runner;
	}

	public JobPage execute(TopicPartitions topic, JobPageRequest request) {
		Comparator<JobPosition> order = (request.order() == PageOrder.NEWEST_FIRST) ? BY_TIME_AND_ID.reversed()
				: BY_TIME_AND_ID;
		List<Part> parts = new ArrayList<>();
		topic.all().forEach((partition) -> addParts(partition, request, parts));
		if (parts.size() == 1) {
			return page(parts.get(0).jobs(), parts.get(0).omitted() != null);
		}
		// A job that one set has left out may come before a job that another set has
		// returned
		JobPosition omitted = parts.stream().map(Part::omitted).filter(Objects::nonNull).min(order).orElse(null);
		List<StoredJob> merged = parts.stream()
			.flatMap((each) -> each.jobs().stream())
			.filter((job) -> omitted == null || order.compare(position(job), omitted) < 0)
			.sorted(Comparator.comparing(PageCommand::position, order))
			.toList();
		List<StoredJob> page = cut(merged, request.limit());
		return page(page, omitted != null || page.size() < merged.size());
	}

	private void addParts(PartitionKeys partition, JobPageRequest request, List<Part> parts) {
		Part part = part(partition, request, "");
		parts.add(part);
		part.others().chars().forEach((set) -> parts.add(part(partition, request, Character.toString(set))));
	}

	private Part part(PartitionKeys partition, JobPageRequest request, String set) {
		JobPosition after = request.after();
		ScriptArguments arguments = new ScriptArguments(partition).add(JobStateCodes.number(request.state()))
			.add(set)
			.add(request.limit())
			.add(ReserveRequest.MAX_PAYLOAD_BYTES)
			.add((after != null) ? String.valueOf(after.time().toEpochMilli()) : "")
			.add((after != null) ? after.id() : "")
			.add((request.order() == PageOrder.NEWEST_FIRST) ? 1 : 0);
		ScriptReply reply = this.runner.run(RedisScript.PAGE, partition, arguments);
		String others = reply.nextText();
		String omitted = reply.nextText();
		Instant omittedTime = reply.nextTime();
		List<StoredJob> jobs = new ArrayList<>();
		while (reply.hasNext()) {
			jobs.add(StoredJobReply.read(request.topic(), reply.nextText(), request.state(), reply));
		}
		return new Part(jobs, others, omitted.isEmpty() ? null : new JobPosition(omittedTime, omitted));
	}

	private static JobPosition position(StoredJob job) {
		return new JobPosition(job.time(), job.id());
	}

	private static List<StoredJob> cut(List<StoredJob> jobs, int limit) {
		long bytes = 0;
		for (int i = 0; i < jobs.size(); i++) {
			JobRecord record = jobs.get(i).record();
			bytes += (record != null) ? record.payload().length : 0;
			if (i == limit || (i > 0 && bytes > ReserveRequest.MAX_PAYLOAD_BYTES)) {
				return jobs.subList(0, i);
			}
		}
		return jobs;
	}

	private static JobPage page(List<StoredJob> jobs, boolean more) {
		return new JobPage(jobs, (more && !jobs.isEmpty()) ? position(jobs.get(jobs.size() - 1)) : null);
	}

	private record Part(List<StoredJob> jobs, String others, @Nullable JobPosition omitted) {

	}

}
