// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.topic;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;

/**
 * Reads the layouts that are stored in the partitions themselves, and opens partitions.
 * The layout of a partition contains the number of partitions of its topic. All
 * partitions are called at the same time.
 */
public final class PartitionLayouts {

	private static final int FIRST = 16;

	private final ScriptRunner runner;

	public PartitionLayouts(ScriptRunner runner) {
		this.runner = runner;
	}

	// Includes partitions beyond those of the topic, because moves leave layouts in
	// partitions that are no longer used. This is one round of 1,024 small reads.
	public Map<PartitionKeys, String> readAll(TopicPartitions topic) {
		return read(topic, TopicPartitions.MAX_COUNT);
	}

	// For a topic that is not recorded. Its first partitions are spread over the nodes of
	// a Cluster, so it is enough to read a few of them.
	Map<PartitionKeys, String> readFirst(TopicPartitions topic) {
		return read(topic, FIRST);
	}

	private Map<PartitionKeys, String> read(TopicPartitions topic, int most) {
		Map<PartitionKeys, String> layouts = read(topic.atLeast(most));
		layouts.entrySet().removeIf((entry) -> entry.getValue().isEmpty() && entry.getKey().number() >= topic.count());
		return layouts;
	}

	// The layout is empty for a partition that has none. The text of the script is sent,
	// because otherwise each server that lacks the script would cause a second round of
	// calls.
	public Map<PartitionKeys, String> read(List<PartitionKeys> partitions) {
		Map<PartitionKeys, ScriptArguments> calls = new LinkedHashMap<>();
		partitions.forEach((partition) -> calls.put(partition, new ScriptArguments(partition)));
		List<ScriptReply> replies = run(RedisScript.LAYOUT, calls,
				(script, partition, arguments) -> this.runner.sendText(script, partition.keys()[0]));
		Map<PartitionKeys, String> layouts = new LinkedHashMap<>();
		for (PartitionKeys partition : partitions) {
			layouts.put(partition, replies.get(layouts.size()).nextText());
		}
		return layouts;
	}

	// Does not open partitions whose layout has changed since it was read.
	public void open(Map<PartitionKeys, String> layouts) {
		Map<PartitionKeys, ScriptArguments> calls = new LinkedHashMap<>();
		layouts.forEach((partition, layout) -> calls.put(partition, new ScriptArguments(partition).add(layout)));
		run(RedisScript.OPEN, calls, this.runner::send);
	}

	private List<ScriptReply> run(RedisScript script, Map<PartitionKeys, ScriptArguments> calls, Sending sending) {
		List<@Nullable CompletableFuture<List<Object>>> sent = new ArrayList<>();
		calls.forEach((partition, arguments) -> sent.add(sending.send(script, partition, arguments)));
		List<ScriptReply> replies = new ArrayList<>();
		calls.forEach((partition, arguments) -> replies
			.add(this.runner.finish(sent.get(replies.size()), script, partition, arguments)));
		return replies;
	}

	public static long lastMove(Collection<String> layouts) {
		return layouts.stream()
			.filter((layout) -> layout.indexOf('>') < 0)
			.map((layout) -> layout.substring(layout.lastIndexOf(';') + 1))
			.filter((number) -> number.matches("\\d{1,18}"))
			.mapToLong(Long::parseLong)
			.max()
			.orElse(0);
	}

	private interface Sending {

		@Nullable CompletableFuture<List<Object>> send(RedisScript script, PartitionKeys partition, ScriptArguments arguments);

	}

}
