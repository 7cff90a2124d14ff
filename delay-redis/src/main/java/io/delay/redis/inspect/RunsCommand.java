// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.inspect;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

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
 * partitions are merged. The position between two pages contains an entry of each
 * partition: its time in ms, and a number of ten bits.
 */
public final class RunsCommand {

	private static final int BITS = 10;

	private static final long NEWEST = Long.MAX_VALUE;

	/** The position after the oldest entry. */
	private static final long END = 1;

	/** The maximum number of calls, each of which reads at most about 256 KB. */
	private static final int MAX_CALLS = 40;

	private final ScriptRunner runner;

	public RunsCommand(ScriptRunner runner) {
		this.runner = runner;
	}

	public RunPage execute(TopicPartitions topic, RunPageRequest request) {
		List<PartitionKeys> partitions = (request.id() != null) ? List.of(topic.of(request.id())) : topic.all();
		RunPosition after = request.after();
		List<Long> next = new ArrayList<>(
				(after != null) ? after.before() : Collections.nCopies(partitions.size(), NEWEST));
		Assert.isTrue(next.size() == partitions.size(),
				() -> "A position in the finished runs of topic '" + request.topic()
						+ "' belongs to another list or another number of partitions. Read the first page again");
		List<Entry> entries = new ArrayList<>();
		for (int i = 0; i < partitions.size(); i++) {
			next.set(i, read(partitions.get(i), i, request, next.get(i), entries));
		}
		entries.sort(Comparator.comparing((Entry entry) -> time(entry.position())).reversed());
		return page(request, entries, next);
	}

	private long read(PartitionKeys keys, int partition, RunPageRequest request, long from, List<Entry> entries) {
		int wanted = entries.size() + request.limit() + 1;
		long next = from;
		long examined = 0;
		long bytes = 0;
		int calls = 0;
		do {
			ScriptReply reply = this.runner.run(RedisScript.RUNS, keys,
					new ScriptArguments(keys).add((request.id() != null) ? request.id() : "")
						.add(wanted - entries.size())
						.add((next >> BITS) + "-" + (next & ((1 << BITS) - 1))));
			examined += reply.nextLong();
			next = position(reply.nextText());
			while (reply.hasNext()) {
				Entry entry = new Entry(partition, position(reply.nextText()), FinishedRunCodec.parse(request.topic(),
						reply.nextText(), reply.nextText(), reply.nextNullableBytes()));
				entries.add(entry);
				bytes += entry.size();
			}
			calls++;
		}
		while (next != END && entries.size() < wanted && bytes <= ReserveRequest.MAX_PAYLOAD_BYTES
				&& examined < RunPageRequest.MAX_EXAMINED && calls < MAX_CALLS);
		return next;
	}

	private static long position(String entry) {
		int end = entry.indexOf('-');
		return entry.isEmpty() ? END
				: (Long.parseLong(entry.substring(0, end)) << BITS) + Long.parseLong(entry.substring(end + 1));
	}

	private static Instant time(long position) {
		return Instant.ofEpochMilli(position >> BITS);
	}

	// Ends before the first entry that was not read, because it may be the next one
	private static RunPage page(RunPageRequest request, List<Entry> entries, List<Long> next) {
		List<FinishedRun> page = new ArrayList<>();
		Instant unread = time(Collections.max(next));
		long bytes = 0;
		int taken = 0;
		for (Entry entry : entries) {
			bytes += entry.size();
			if (page.size() == request.limit() || (!page.isEmpty() && bytes > ReserveRequest.MAX_PAYLOAD_BYTES)
					|| time(entry.position()).isBefore(unread)) {
				break;
			}
			if (entry.run() != null) {
				page.add(entry.run());
			}
			taken++;
		}
		boolean isPartlySearched = request.id() != null && taken == entries.size() && next.get(0) != END;
		for (int i = entries.size() - 1; i >= taken; i--) {
			next.set(entries.get(i).partition(), entries.get(i).position());
		}
		return new RunPage(page, (Collections.max(next) != END) ? new RunPosition(next) : null,
				isPartlySearched ? unread : null);
	}

	private record Entry(int partition, long position, @Nullable FinishedRun run) {

		int size() {
			JobRecord record = (this.run != null) ? this.run.record() : null;
			return (record != null) ? record.payload().length : 0;
		}

	}

}
