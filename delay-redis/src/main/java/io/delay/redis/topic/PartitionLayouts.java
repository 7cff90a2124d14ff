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

package io.delay.redis.topic;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import io.delay.redis.partition.PartitionCount;
import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;

/**
 * The layouts that Redis keeps with the partitions themselves: in how many partitions a
 * topic may be used by whoever comes there. All partitions are asked at the same time.
 */
public final class PartitionLayouts {

	/** How many partitions of a topic that is not recorded are asked at least. */
	private static final int FIRST = 16;

	private final ScriptRunner runner;

	public PartitionLayouts(ScriptRunner runner) {
		this.runner = runner;
	}

	// The layouts of the partitions of a topic, and of those behind them that have one:
	// moves leave layouts in partitions that are not used any more. This is one round of
	// 1,024 small reads.
	public Map<PartitionKeys, String> readAll(TopicPartitions topic) {
		return read(topic, TopicPartitions.MAX_COUNT);
	}

	// The same for a topic that is not recorded. Its first partitions are on several
	// nodes, if there are several, so it is enough to ask a few of them.
	Map<PartitionKeys, String> readFirst(TopicPartitions topic) {
		return read(topic, FIRST);
	}

	private Map<PartitionKeys, String> read(TopicPartitions topic, int most) {
		PartitionCount layout = topic.all().get(0).layout();
		List<PartitionKeys> all = new ArrayList<>(topic.all());
		IntStream.range(topic.count(), most)
			.mapToObj((partition) -> new PartitionKeys(topic.keys(), partition, layout))
			.forEach(all::add);
		Map<PartitionKeys, String> layouts = read(all);
		layouts.entrySet().removeIf((entry) -> entry.getValue().isEmpty() && entry.getKey().number() >= topic.count());
		return layouts;
	}

	// The layout of each partition, empty for one that has none. No server need have the
	// script, because one call after the other would have to send it to those that lack
	// it.
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

	// Open partitions, except those whose layout has changed since it was read.
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

	/**
	 * The largest number of a move that has ended, or of a topic that was forgotten, in
	 * layouts. Those of a call that may be under way do not count.
	 * @param layouts the layouts
	 * @return zero if there is none
	 */
	public static long lastMove(Collection<String> layouts) {
		return layouts.stream()
			.filter((layout) -> layout.indexOf('>') < 0)
			.map((layout) -> layout.substring(layout.lastIndexOf(';') + 1))
			.filter((number) -> number.matches("\\d{1,18}"))
			.mapToLong(Long::parseLong)
			.max()
			.orElse(0);
	}

	/**
	 * How a script is sent.
	 */
	private interface Sending {

		@Nullable CompletableFuture<List<Object>> send(RedisScript script, PartitionKeys partition, ScriptArguments arguments);

	}

}
