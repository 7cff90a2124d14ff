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

package io.delay.redis.reserve;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.delay.redis.partition.TopicKeys;
import io.delay.redis.script.ScriptRunner;
import io.delay.redis.settle.SettleCommand;
import io.delay.redis.topic.TopicRegistry;
import io.delay.redis.wakeup.RedisWakeUps;
import io.delay.store.ConsumerRegistration;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.WakeUpListener;
import io.delay.store.WakeUpSubscription;

/**
 * Reserves jobs of all topics and registers their consumers. Clients can choose any
 * number of topics, so reservers that are idle are removed when there are many. A
 * reserver is taken and removed inside {@link ConcurrentHashMap#compute}, so that none is
 * removed while a call or a subscription uses it.
 */
public final class TopicReservers {

	/** The number of reservers from which idle ones are removed. */
	static final int MANY = 1000;

	private final ScriptRunner runner;

	private final TopicRegistry topics;

	private final RedisWakeUps wakeUps;

	private final String namespace;

	private final ReserveCommand reserve;

	private final HandBackCommand handBack;

	private final Map<String, TopicReserver> reservers = new ConcurrentHashMap<>();

	// Grows with the reservers that are in use, so that they are not checked at each call
	private volatile int next = MANY;

	/**
	 * Create the reservers of a store.
	 * @param runner the runner of the scripts
	 * @param topics the topics, read on the same connection
	 * @param settle the command that buries jobs that cannot be read
	 * @param wakeUps the source of the wake-ups
	 * @param namespace the namespace of the topics
	 */
	public TopicReservers(ScriptRunner runner, TopicRegistry topics, SettleCommand settle, RedisWakeUps wakeUps,
			String namespace) {
		this.runner = runner;
		this.topics = topics;
		this.wakeUps = wakeUps;
		this.namespace = namespace;
		this.reserve = new ReserveCommand(runner, topics, settle);
		this.handBack = new HandBackCommand(runner);
	}

	public ReserveResult reserve(ReserveRequest request) {
		return with(request.topic(), (reserver) -> reserver.reserve(this.topics.partitions(request.topic()), request));
	}

	public int handBack(String topic, String token) {
		return with(topic, (reserver) -> reserver.handBack(this.topics.known(topic), token));
	}

	public WakeUpSubscription subscribe(String topic, WakeUpListener listener) {
		return with(topic, (reserver) -> reserver.subscribe(this.wakeUps, topic, listener));
	}

	public void announce(ConsumerRegistration consumer) {
		with(consumer.topic(), (reserver) -> {
			reserver.rotation().announce(consumer);
			return reserver;
		});
	}

	public void withdraw(String topic, String id) {
		with(topic, (reserver) -> {
			reserver.rotation().withdraw(id);
			return reserver;
		});
	}

	/**
	 * Return the number of reservers.
	 * @return the number at this moment
	 */
	public int size() {
		return this.reservers.size();
	}

	private <T> T with(String topic, Function<TopicReserver, T> call) {
		TopicReserver reserver = this.reservers.compute(topic, (name, present) -> {
			TopicReserver taken = (present != null) ? present : create(name);
			taken.take();
			return taken;
		});
		try {
			return call.apply(reserver);
		}
		finally {
			reserver.giveBack();
			if (this.reservers.size() > this.next) {
				removeIdle();
			}
		}
	}

	private TopicReserver create(String topic) {
		return new TopicReserver(this.reserve, this.handBack,
				new PollerRotation(this.runner, new TopicKeys(this.namespace, topic)));
	}

	// An idle reserver knows only when to poll which partition. Without it, the next call
	// polls all partitions.
	private synchronized void removeIdle() {
		if (this.reservers.size() > this.next) {
			this.reservers.keySet()
				.forEach((topic) -> this.reservers.computeIfPresent(topic,
						(name, reserver) -> reserver.isIdle() ? null : reserver));
			this.next = Math.max(MANY, 2 * this.reservers.size());
		}
	}

}
