// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.model;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import io.delay.store.JobStore;
import io.delay.store.ReserveResult;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.history.HistorySettings;
import io.delay.store.memory.ModelledMemory;
import io.delay.test.model.Contents;
import io.delay.test.model.Model;

/**
 * What a store with several partitions per topic has to do: what a store in memory does
 * per partition, the partitions asked one after the other for jobs, and everything that
 * people see and do in the order of the whole topic.
 */
final class PartitionedMemory implements Model {

	private final int count;

	private MemoryPartitions partitions;

	private PartitionedMemoryStore store;

	PartitionedMemory(int count) {
		this.count = count;
		clear(HistorySettings.OFF);
	}

	@Override
	public void clear(HistorySettings history) {
		this.partitions = new MemoryPartitions(this.count);
		this.partitions.clear(history);
		this.store = new PartitionedMemoryStore(this.partitions);
	}

	@Override
	public void setTime(Instant now) {
		this.partitions.all().forEach((partition) -> partition.setTime(now));
	}

	@Override
	public void purge(String topic, String id) {
		this.partitions.of(id).purge(topic, id);
	}

	@Override
	public JobStore store() {
		return this.store;
	}

	@Override
	public JobStoreInspector inspector() {
		return new PartitionedMemoryInspector(this.partitions);
	}

	@Override
	public JobStoreAdministrator administrator() {
		return new PartitionedMemoryAdministrator(this.partitions);
	}

	@Override
	public Map<String, Optional<Duration>> nextEvents(String topic, ReserveResult result) {
		return this.store.nextEvents();
	}

	@Override
	public Contents contents() {
		Set<String> topics = new TreeSet<>();
		this.partitions.all().forEach((partition) -> topics.addAll(partition.inspector().topics()));
		Contents contents = new Contents();
		contents.topics(topics);
		for (String topic : topics) {
			for (int number = 0; number < this.count; number++) {
				ModelledMemory partition = this.partitions.all().get(number);
				String name = Contents.partition(topic, number, this.count);
				if (partition.inspector().topics().contains(topic)) {
					partition.addTo(contents, topic, name);
				}
				else {
					contents.topic(name, null, 0, 0);
				}
			}
		}
		return contents;
	}

}
