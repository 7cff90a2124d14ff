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

package io.delay.redis.inspect;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.record.FinishedRunCodec;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;
import io.delay.store.JobRecord;
import io.delay.store.ReserveRequest;
import io.delay.store.history.FinishedRun;
import io.delay.store.history.RunPage;
import io.delay.store.history.RunPageRequest;
import io.delay.store.history.RunPosition;

/**
 * Lists finished runs, newest first. Each partition has its own runs, so the pages of all
 * partitions are merged.
 */
public final class RunsCommand {

	private static final Comparator<RunPosition> NEWEST_FIRST = Comparator.comparing(RunPosition::finished)
		.reversed()
		.thenComparing(RunPosition::partition)
		.thenComparing(RunPosition::number, Comparator.reverseOrder());

	private final ScriptRunner runner;

	public RunsCommand(ScriptRunner runner) {
		this.runner = runner;
	}

	public RunPage execute(TopicPartitions topic, RunPageRequest request) {
		List<PartitionKeys> partitions = (request.id() != null) ? List.of(topic.of(request.id())) : topic.all();
		List<Part> parts = partitions.stream().map((partition) -> part(partition, request)).toList();
		if (parts.size() == 1) {
			return page(parts.get(0).runs(), parts.get(0).leftOut() != null);
		}
		RunPosition leftOut = parts.stream().map(Part::leftOut).filter(Objects::nonNull).min(NEWEST_FIRST).orElse(null);
		List<PlacedRun> merged = parts.stream()
			.flatMap((part) -> part.runs().stream())
			.filter((run) -> leftOut == null || NEWEST_FIRST.compare(run.position(), leftOut) < 0)
			.sorted(Comparator.comparing(PlacedRun::position, NEWEST_FIRST))
			.toList();
		List<PlacedRun> page = cut(merged, request.limit());
		return page(page, leftOut != null || page.size() < merged.size());
	}

	private Part part(PartitionKeys partition, RunPageRequest request) {
		RunPosition after = request.after();
		ScriptArguments arguments = new ScriptArguments(partition).add((request.id() != null) ? request.id() : "")
			.add(request.limit())
			.add(ReserveRequest.MAX_PAYLOAD_BYTES)
			.add(numberBefore(after, partition))
			.add((after != null) ? Long.toString(endBefore(after, partition)) : "");
		ScriptReply reply = this.runner.run(RedisScript.RUNS, partition, arguments);
		long leftOut = reply.nextLong();
		Instant leftOutEnd = reply.nextTime();
		List<PlacedRun> runs = new ArrayList<>();
		while (reply.hasNext()) {
			long number = reply.nextLong();
			FinishedRun run = FinishedRunCodec.parse(request.topic(), reply.nextBytes(), reply.nextNullableBytes());
			if (run != null) {
				runs.add(new PlacedRun(run, new RunPosition(run.times().finished(), partition.number(), number)));
			}
		}
		return new Part(runs, (leftOut > 0) ? new RunPosition(leftOutEnd, partition.number(), leftOut) : null);
	}

	private static String numberBefore(@Nullable RunPosition after, PartitionKeys partition) {
		return (after != null && after.partition() == partition.number()) ? Long.toString(after.number()) : "";
	}

	// Runs that ended in the same millisecond are listed partition by partition
	private static long endBefore(RunPosition after, PartitionKeys partition) {
		long end = after.finished().toEpochMilli();
		return (partition.number() > after.partition()) ? end + 1 : end;
	}

	private static List<PlacedRun> cut(List<PlacedRun> runs, int limit) {
		long bytes = 0;
		for (int i = 0; i < runs.size(); i++) {
			JobRecord record = runs.get(i).run().record();
			bytes += (record != null) ? record.payload().length : 0;
			if (i == limit || (i > 0 && bytes > ReserveRequest.MAX_PAYLOAD_BYTES)) {
				return runs.subList(0, i);
			}
		}
		return runs;
	}

	private static RunPage page(List<PlacedRun> runs, boolean more) {
		return new RunPage(runs.stream().map(PlacedRun::run).toList(),
				(more && !runs.isEmpty()) ? runs.get(runs.size() - 1).position() : null);
	}

	/**
	 * A run and its position.
	 *
	 * @param run the run
	 * @param position its position
	 */
	private record PlacedRun(FinishedRun run, RunPosition position) {

	}

	/**
	 * The part of a page that comes from one partition.
	 *
	 * @param runs the runs
	 * @param leftOut the position of the next run of the partition, {@code null} if there
	 * is none
	 */
	private record Part(List<PlacedRun> runs, @Nullable RunPosition leftOut) {

	}

}
