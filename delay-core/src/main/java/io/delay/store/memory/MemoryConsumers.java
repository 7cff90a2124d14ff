// SPDX-License-Identifier: Apache-2.0

package io.delay.store.memory;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.delay.store.ConsumerRegistration;
import io.delay.store.JobStore;
import io.delay.store.admin.ActiveConsumer;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.life.StoreTime;

/**
 * The registered consumers by topic and id. Callers must hold the lock of the store.
 */
final class MemoryConsumers {

	private final Map<String, Map<String, ActiveConsumer>> topics = new HashMap<>();

	void announce(ConsumerRegistration consumer, StoreTime time) {
		Map<String, ActiveConsumer> consumers = unexpired(consumer.topic(), time);
		ActiveConsumer present = consumers.get(consumer.id());
		if (present != null || consumers.size() < JobStoreInspector.MAX_CONSUMERS) {
			Instant since = (present != null) ? present.since() : time.now();
			consumers.put(consumer.id(), new ActiveConsumer(consumer, since, time.now()));
		}
	}

	boolean withdraw(String topic, String id) {
		Map<String, ActiveConsumer> consumers = this.topics.getOrDefault(topic, new HashMap<>());
		return consumers.remove(id) != null;
	}

	List<ActiveConsumer> of(String topic, StoreTime time) {
		return List.copyOf(unexpired(topic, time).values());
	}

	private Map<String, ActiveConsumer> unexpired(String topic, StoreTime time) {
		Map<String, ActiveConsumer> consumers = this.topics.computeIfAbsent(topic, (name) -> new TreeMap<>());
		consumers.values().removeIf((seen) -> time.isPast(seen.lastSeen().plus(JobStore.CONSUMER_EXPIRY)));
		return consumers;
	}

}
