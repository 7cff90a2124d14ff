// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.model;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.lettuce.core.codec.CRC16;

import io.delay.store.history.HistoryLimits;
import io.delay.store.history.HistorySettings;
import io.delay.store.memory.ModelledMemory;

/**
 * Several stores in memory, each of which keeps one partition of every topic.
 */
final class MemoryPartitions {

	private final List<ModelledMemory> all;

	MemoryPartitions(int count) {
		this.all = Stream.generate(ModelledMemory::new).limit(count).toList();
	}

	List<ModelledMemory> all() {
		return this.all;
	}

	// Each of them keeps its share of the runs.
	void clear(HistorySettings history) {
		Map<String, HistoryLimits> topics = new HashMap<>();
		history.topics().forEach((topic, limits) -> topics.put(topic, share(limits)));
		this.all.forEach((partition) -> partition.clear(new HistorySettings(share(history.general()), topics)));
	}

	private HistoryLimits share(HistoryLimits limits) {
		Integer count = (limits.maxCount() != null && limits.maxCount() > 0)
				? Integer.valueOf(Math.max(1, limits.maxCount() / this.all.size())) : limits.maxCount();
		return new HistoryLimits(count, limits.maxAge(), limits.payloads());
	}

	ModelledMemory of(String id) {
		return this.all.get(CRC16.crc16(id.getBytes(StandardCharsets.UTF_8)) % this.all.size());
	}

	/**
	 * Send each item to its partition.
	 * @return the answers in the order of the items
	 */
	<T, R> List<R> send(List<T> items, Function<T, String> toId, BiFunction<ModelledMemory, List<T>, List<R>> call) {
		List<R> answers = new ArrayList<>(Collections.nCopies(items.size(), null));
		for (ModelledMemory partition : this.all) {
			List<Integer> indexes = IntStream.range(0, items.size())
				.filter((index) -> of(toId.apply(items.get(index))) == partition)
				.boxed()
				.toList();
			if (!indexes.isEmpty()) {
				List<R> some = call.apply(partition, indexes.stream().map(items::get).toList());
				IntStream.range(0, some.size()).forEach((i) -> answers.set(indexes.get(i), some.get(i)));
			}
		}
		return answers;
	}

}
