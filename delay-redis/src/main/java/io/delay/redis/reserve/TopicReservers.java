// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.reserve;

import java.util.Map;

import io.delay.redis.partition.TopicKeys;
import io.delay.redis.script.ScriptRunner;
import io.delay.redis.settle.SettleCommand;
import io.delay.redis.topic.RecentlyUsed;
import io.delay.redis.topic.TopicRegistry;
import io.delay.redis.wakeup.RedisWakeUps;
import io.delay.store.ConsumerRegistration;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.WakeUpListener;
import io.delay.store.WakeUpSubscription;

/**
 * Reserves jobs of all topics and registers their consumers. If a reserver is removed
 * while its topic is subscribed, because thousands of other topics were used meanwhile,
 * wake-ups do not say which partition to poll until the topic is subscribed again.
 */
public final class TopicReservers {

	private final ScriptRunner runner;

	private final TopicRegistry topics;

	private final RedisWakeUps wakeUps;

	private final String namespace;

	private final ReserveCommand reserve;

	private final Map<String, TopicReserver> reservers = RecentlyUsed.map();

	public TopicReservers(ScriptRunner runner, TopicRegistry topics, SettleCommand settle, RedisWakeUps wakeUps,
			String namespace) {
		this.runner = runner;
		this.topics = topics;
		this.wakeUps = wakeUps;
		this.namespace = namespace;
		this.reserve = new ReserveCommand(runner, topics, settle);
	}

	public ReserveResult reserve(ReserveRequest request) {
		return reserver(request.topic()).reserve(this.topics.partitions(request.topic()), request);
	}

	public int handBack(String topic, String token) {
		return reserver(topic).handBack(this.topics.known(topic), token);
	}

	public WakeUpSubscription subscribe(String topic, WakeUpListener listener) {
		return reserver(topic).subscribe(this.wakeUps, topic, listener);
	}

	public void announce(ConsumerRegistration consumer) {
		reserver(consumer.topic()).rotation().announce(consumer);
	}

	public void withdraw(String topic, String id) {
		reserver(topic).rotation().withdraw(id);
	}

	public int size() {
		return this.reservers.size();
	}

	private TopicReserver reserver(String topic) {
		return this.reservers.computeIfAbsent(topic, this::create);
	}

	private TopicReserver create(String topic) {
		return new TopicReserver(this.reserve, this.runner, new TopicKeys(this.namespace, topic));
	}

}
