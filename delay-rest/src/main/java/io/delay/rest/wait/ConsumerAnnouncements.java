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

package io.delay.rest.wait;

import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

import io.delay.store.ConsumerOrigin;
import io.delay.store.ConsumerRegistration;
import io.delay.store.ConsumerTerms;
import io.delay.store.JobStore;
import io.delay.store.ReserveTerms;

/**
 * Registers clients that reserve jobs under a name, so that operators see them among the
 * consumers of a topic. This class is thread-safe.
 */
public final class ConsumerAnnouncements {

	/**
	 * Limits the number of registered consumers, because clients can choose any number of
	 * names.
	 */
	static final int MAX_CONSUMERS = 1000;

	/** The minimum time between two registrations of a consumer. */
	static final Duration INTERVAL = JobStore.CONSUMER_EXPIRY.dividedBy(3);

	private static final String LISTENER = "REST";

	private final JobStore store;

	private final InstantSource clock;

	// Guarded by its own lock; the oldest registration comes first
	private final Map<ConsumerKey, Long> announcedAt = new LinkedHashMap<>();

	/**
	 * Create an instance.
	 * @param store the store
	 */
	public ConsumerAnnouncements(JobStore store) {
		this(store, InstantSource.system());
	}

	ConsumerAnnouncements(JobStore store, InstantSource clock) {
		this.store = store;
		this.clock = clock;
	}

	/**
	 * Register a consumer unless it was registered recently.
	 * @param topic the topic
	 * @param consumer the name of the consumer
	 * @param poller the part of its tokens that is the same for all its reserves
	 * @param terms the terms on which it reserves jobs
	 */
	public void announce(String topic, String consumer, String poller, ReserveTerms terms) {
		if (isDue(new ConsumerKey(topic, poller))) {
			this.store.announce(new ConsumerRegistration(topic, poller,
					new ConsumerOrigin(consumer, consumer, LISTENER), new ConsumerTerms(1, terms)));
		}
	}

	private boolean isDue(ConsumerKey key) {
		long now = this.clock.millis();
		synchronized (this.announcedAt) {
			this.announcedAt.values().removeIf((time) -> now - time >= INTERVAL.toMillis() || now < time);
			if (this.announcedAt.containsKey(key) || this.announcedAt.size() >= MAX_CONSUMERS) {
				return false;
			}
			this.announcedAt.put(key, now);
			return true;
		}
	}

	/**
	 * A consumer of a topic.
	 *
	 * @param topic the topic
	 * @param poller the part of its tokens that is the same for all its reserves
	 */
	private record ConsumerKey(String topic, String poller) {

	}

}
