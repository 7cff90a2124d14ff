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
import java.util.List;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.redis.inspect.PartitionRuns.NumberedRun;
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
 * partitions are merged. The position between two pages contains a number for each
 * partition, so no run is lost or repeated if the clock goes back.
 */
public final class RunsCommand {

	/**
	 * The maximum number of reads of the partitions to find a run that can be parsed.
	 */
	private static final int MAX_READS = 10;

	private final ScriptRunner runner;

	public RunsCommand(ScriptRunner runner) {
		this.runner = runner;
	}

	/**
	 * Read a page.
	 * @param topic the topic
	 * @param request the requested page
	 * @return the page
	 * @throws IllegalArgumentException if the position belongs to another number of
	 * partitions
	 */
	public RunPage execute(TopicPartitions topic, RunPageRequest request) {
		List<PartitionKeys> partitions = (request.id() != null) ? List.of(topic.of(request.id())) : topic.all();
		RunPage page = read(partitions, request, request.after());
		for (int reads = 1; page.runs().isEmpty() && page.next() != null && reads < MAX_READS; reads++) {
			page = read(partitions, request, page.next());
		}
		return page;
	}

	private RunPage read(List<PartitionKeys> partitions, RunPageRequest request, @Nullable RunPosition after) {
		Assert.isTrue(after == null || after.before().size() == partitions.size(),
				() -> "A position in the finished runs of topic '" + request.topic()
						+ "' belongs to another list or another number of partitions. Read the first page again");
		List<PartitionRuns> parts = IntStream.range(0, partitions.size())
			.mapToObj((i) -> part(partitions.get(i), request, (after != null) ? after.before().get(i) : null))
			.toList();
		return merge(parts, request.limit());
	}

	private PartitionRuns part(PartitionKeys partition, RunPageRequest request, @Nullable Long before) {
		ScriptArguments arguments = new ScriptArguments(partition).add((request.id() != null) ? request.id() : "")
			.add(request.limit())
			.add(ReserveRequest.MAX_PAYLOAD_BYTES)
			.add((before != null) ? Long.toString(before) : "");
		ScriptReply reply = this.runner.run(RedisScript.RUNS, partition, arguments);
		long leftOut = reply.nextLong();
		Instant end = reply.nextTime();
		List<NumberedRun> runs = new ArrayList<>();
		while (reply.hasNext()) {
			long number = reply.nextLong();
			runs.add(new NumberedRun(number,
					FinishedRunCodec.parse(request.topic(), reply.nextBytes(), reply.nextNullableBytes())));
		}
		if (leftOut > 0 && end.equals(Instant.EPOCH)) {
			return PartitionRuns.endingBeforeUnknown(runs, leftOut);
		}
		return new PartitionRuns(runs, (leftOut > 0) ? end : null, before);
	}

	// Ends before the first run that was not read.
	private static RunPage merge(List<PartitionRuns> parts, int limit) {
		List<FinishedRun> page = new ArrayList<>();
		long bytes = 0;
		PartitionRuns newest = newest(parts);
		while (newest != null && page.size() < limit) {
			FinishedRun run = newest.next();
			bytes += size(run);
			if (run == null || (!page.isEmpty() && bytes > ReserveRequest.MAX_PAYLOAD_BYTES)) {
				break;
			}
			page.add(run);
			newest.take();
			newest = newest(parts);
		}
		return new RunPage(page,
				(newest != null) ? new RunPosition(parts.stream().map(PartitionRuns::before).toList()) : null);
	}

	// Returns the partition whose next run ended last. If several of these runs ended in
	// the same millisecond, the first partition is returned.
	private static @Nullable PartitionRuns newest(List<PartitionRuns> parts) {
		PartitionRuns newest = null;
		Instant latest = null;
		for (PartitionRuns part : parts) {
			Instant end = part.nextEnd();
			if (end != null && (latest == null || end.isAfter(latest))) {
				newest = part;
				latest = end;
			}
		}
		return newest;
	}

	private static int size(@Nullable FinishedRun run) {
		JobRecord record = (run != null) ? run.record() : null;
		return (record != null) ? record.payload().length : 0;
	}

}
