// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.inspect;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.delay.job.JobState;
import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.record.JobCodes;
import io.delay.redis.record.JobFailuresCodec;
import io.delay.redis.record.JobRecordCodec;
import io.delay.redis.record.JobVersionCodec;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;
import io.delay.store.JobRecord;
import io.delay.store.ReserveRequest;
import io.delay.store.StoredJob;
import io.delay.store.admin.FailedJob;
import io.delay.store.admin.FailedJobPage;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.PageOrder;

/**
 * Reads a job, or pages of jobs of one state. Each partition has its own sorted sets, and
 * waiting jobs are in several sets, so the pages of several sets are merged.
 */
public final class JobPages {

	static final Comparator<JobPosition> BY_TIME_AND_ID = Comparator.comparing(JobPosition::time)
		.thenComparing((position) -> position.id().getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

	private final ScriptRunner runner;

	public JobPages(ScriptRunner runner) {
		this.runner = runner;
	}

	public Optional<StoredJob> find(PartitionKeys partition, String id) {
		ScriptReply reply = this.runner.run(RedisScript.FIND, partition, new ScriptArguments(partition).add(id));
		return JobCodes.state(reply.nextLong()).map((state) -> job(partition.topic(), id, state, reply));
	}

	public JobPage page(TopicPartitions topic, JobPageRequest request) {
		List<Part<StoredJob>> parts = new ArrayList<>();
		for (PartitionKeys partition : topic.all()) {
			String others = addPart(partition, request, "", parts);
			others.chars().forEach((set) -> addPart(partition, request, Character.toString(set), parts));
		}
		if (parts.size() == 1) {
			return page(parts.get(0).jobs(), parts.get(0).omitted() != null);
		}
		Part<StoredJob> merged = Part.merge(parts, JobPosition::of, order(request));
		List<StoredJob> page = cut(merged.jobs(), request.limit());
		return page(page, merged.omitted() != null || page.size() < merged.jobs().size());
	}

	// Returns the other sets of the partition that contain jobs of the state
	private String addPart(PartitionKeys partition, JobPageRequest request, String set, List<Part<StoredJob>> parts) {
		ScriptReply reply = this.runner.run(RedisScript.PAGE, partition,
				arguments(partition, request, set, request.limit()));
		String others = reply.nextText();
		JobPosition omitted = omitted(reply);
		List<StoredJob> jobs = new ArrayList<>();
		while (reply.hasNext()) {
			jobs.add(job(request.topic(), reply.nextText(), request.state(), reply));
		}
		parts.add(new Part<>(jobs, omitted));
		return others;
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
		return new JobPage(jobs, (more && !jobs.isEmpty()) ? JobPosition.of(jobs.get(jobs.size() - 1)) : null);
	}

	public FailedJobPage failures(TopicPartitions topic, JobPageRequest request) {
		// All partitions have about the same number of jobs, so no more than about twice
		// the share of a partition is requested from it
		int most = Math.min(request.limit(), 2 * request.limit() / topic.count() + 1);
		List<Part<FailedJob>> parts = topic.all().stream().map((partition) -> part(partition, request, most)).toList();
		Part<FailedJob> merged = Part.merge(parts, JobPages::position, order(request));
		List<FailedJob> page = merged.jobs().subList(0, Math.min(request.limit(), merged.jobs().size()));
		boolean more = merged.omitted() != null || page.size() < merged.jobs().size();
		return new FailedJobPage(page, (more && !page.isEmpty()) ? position(page.get(page.size() - 1)) : null);
	}

	private Part<FailedJob> part(PartitionKeys partition, JobPageRequest request, int most) {
		ScriptReply reply = this.runner.run(RedisScript.FAILURES, partition, arguments(partition, request, "", most));
		JobPosition omitted = omitted(reply);
		List<FailedJob> jobs = new ArrayList<>();
		while (reply.hasNext()) {
			String id = reply.nextText();
			jobs.add(new FailedJob(id, reply.nextTime(), reply.nextText(), reply.nextText()));
		}
		return new Part<>(jobs, omitted);
	}

	private static JobPosition position(FailedJob job) {
		return new JobPosition(job.time(), job.id());
	}

	private static Comparator<JobPosition> order(JobPageRequest request) {
		return (request.order() == PageOrder.NEWEST_FIRST) ? BY_TIME_AND_ID.reversed() : BY_TIME_AND_ID;
	}

	private static ScriptArguments arguments(PartitionKeys partition, JobPageRequest request, String set, int most) {
		JobPosition after = request.after();
		return new ScriptArguments(partition).add(JobCodes.number(request.state()))
			.add(set)
			.add(most)
			.add(ReserveRequest.MAX_PAYLOAD_BYTES)
			.add((after != null) ? String.valueOf(after.time().toEpochMilli()) : "")
			.add((after != null) ? after.id() : "")
			.add((request.order() == PageOrder.NEWEST_FIRST) ? 1 : 0);
	}

	private static @Nullable JobPosition omitted(ScriptReply reply) {
		String id = reply.nextText();
		Instant time = reply.nextTime();
		return id.isEmpty() ? null : new JobPosition(time, id);
	}

	private static StoredJob job(String topic, String id, JobState state, ScriptReply reply) {
		Instant time = reply.nextTime();
		long dueTime = reply.nextLong();
		byte[] text = reply.nextNullableBytes();
		byte[] failures = reply.nextNullableBytes();
		JobRecord record = (text != null) ? JobRecordCodec.decode(text) : null;
		return new StoredJob(topic, id, state, time, (dueTime >= 0) ? Instant.ofEpochMilli(dueTime) : null, record,
				JobFailuresCodec.parse(failures),
				(text != null && record != null && state != JobState.RESERVED)
						? JobVersionCodec.of(state, time, text, failures) : null,
				(state == JobState.RESERVED) ? holder(reply.nextReply()) : null);
	}

	private static StoredJob.@Nullable Holder holder(ScriptReply reply) {
		return reply.hasNext() ? StoredJob.Holder.of(reply.nextText(), reply.nextInt(), reply.nextInt(),
				reply.nextTime(), reply.nextBoolean()) : null;
	}

	/**
	 * The first jobs of a sorted set.
	 *
	 * @param omitted the position of the job that follows them, {@code null} if none does
	 */
	record Part<T>(List<T> jobs, @Nullable JobPosition omitted) {

		// A job that one set has left out may come before a job that another set has
		// returned
		static <T> Part<T> merge(Collection<Part<T>> parts, Function<T, JobPosition> position,
				Comparator<JobPosition> order) {
			JobPosition omitted = parts.stream().map(Part::omitted).filter(Objects::nonNull).min(order).orElse(null);
			return new Part<>(parts.stream()
				.flatMap((part) -> part.jobs().stream())
				.filter((job) -> omitted == null || order.compare(position.apply(job), omitted) < 0)
				.sorted(Comparator.comparing(position, order))
				.toList(), omitted);
		}

	}

}
