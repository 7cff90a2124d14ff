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

package io.delay.store.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.springframework.test.util.ReflectionTestUtils;

import io.delay.job.JobPriority;
import io.delay.redis.model.Contents;
import io.delay.redis.model.Model;
import io.delay.store.JobStore;
import io.delay.store.JobStoreAdministrator;
import io.delay.store.JobStoreInspector;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.ReserveResult;

/**
 * The store in memory, of which everything can be seen.
 */
public final class ModelledMemory implements Model {

	private MemoryJobStore store = new MemoryJobStore(this::now);

	private Instant now = Instant.EPOCH;

	private Duration longestTouch = Duration.ZERO;

	private Instant now() {
		return this.now;
	}

	@Override
	public void clear() {
		this.store = new MemoryJobStore(this::now);
		this.longestTouch = Duration.ZERO;
	}

	@Override
	public void setTime(Instant now) {
		this.now = now;
	}

	@Override
	public void setClockMark(Instant mark) {
		ReflectionTestUtils.setField(clock(), "mark", mark);
	}

	private MemoryClock clock() {
		return (MemoryClock) ReflectionTestUtils.getField(this.store, "clock");
	}

	@Override
	public JobStore store() {
		return this.store;
	}

	@Override
	public JobStoreInspector inspector() {
		return this.store;
	}

	@Override
	public JobStoreAdministrator administrator() {
		return this.store;
	}

	@Override
	public Contents contents() {
		Contents contents = new Contents();
		Map<String, MemoryTopic> topics = topics();
		contents.topics(topics.keySet());
		topics.forEach((name, topic) -> add(contents, name, topic, clock().read()));
		return contents;
	}

	// What is kept of a topic, under another name.
	public void addTo(Contents contents, String topic, String name) {
		add(contents, name, topics().get(topic), clock().read());
	}

	@Override
	public Map<String, Optional<Duration>> nextEvents(String topic, ReserveResult result) {
		return Map.of(topic, Optional.ofNullable(result.nextEvent()));
	}

	@Override
	public void touched(Lease lease, Duration ttr) {
		MemoryJob job = topics().get(lease.topic()).get(lease.id());
		Duration rounded = StoreTime.roundUp(ttr);
		if (rounded.compareTo(((Place.Reserved) job.place()).terms().ttr()) > 0
				&& rounded.compareTo(this.longestTouch) > 0) {
			this.longestTouch = rounded;
		}
	}

	@Override
	public void boundLeases(String name) {
		MemoryTopic topic = topics().get(name);
		if (topic == null || topic.pause() != null) {
			return;
		}
		List.copyOf(topic.reserved()).forEach((job) -> bound(topic, job));
	}

	@Override
	public void boundLease(Lease lease) {
		MemoryTopic topic = topics().get(lease.topic());
		MemoryJob job = (topic != null) ? topic.get(lease.id()) : null;
		if (job != null && job.isHeldBy(lease.token())) {
			bound(topic, job);
		}
	}

	private void bound(MemoryTopic topic, MemoryJob job) {
		Place.Reserved lease = (Place.Reserved) job.place();
		LeaseTerms terms = lease.terms();
		Duration ttr = terms.ttr();
		Instant latest = clock().read().scoreAfter((ttr.compareTo(this.longestTouch) > 0) ? ttr : this.longestTouch);
		if (lease.score().isAfter(latest)) {
			topic.put(new MemoryJob(job.topic(), job.id(), job.record(),
					new Place.Reserved(lease.token(), terms, lease.visibleSince(), latest), job.dueTime(),
					job.failures()));
		}
	}

	@SuppressWarnings("unchecked")
	private Map<String, MemoryTopic> topics() {
		return (Map<String, MemoryTopic>) ReflectionTestUtils.getField(this.store, "topics");
	}

	private static void add(Contents contents, String name, MemoryTopic topic, StoreTime time) {
		contents.topic(name, topic.pause(), topic.turn(), topic.dropped());
		for (JobPriority priority : JobPriority.values()) {
			topic.waiting(priority).forEach((job) -> contents.waiting(name, job.id(), priority, job.score()));
		}
		topic.reserved().forEach((job) -> contents.reserved(name, job.id(), job.score()));
		Instant next = topic.nextEvent();
		if (next != null) {
			contents.nextEvent(name, time.until(next));
		}
		topic.failed().forEach((job) -> contents.failed(name, job.id(), job.score()));
		for (MemoryJob job : topic.all()) {
			contents.record(name, job.id(), Contents.shorten(job.record()));
			if (job.failures() != null) {
				contents.failures(name, job.id(), job.failures());
			}
			if (job.place() instanceof Place.Reserved lease) {
				contents.lease(name, job.id(), leaseText(lease, job.dueTime(), job.record().priority()));
			}
		}
	}

	// As the scripts write it.
	private static String leaseText(Place.Reserved lease, Instant dueTime, JobPriority priority) {
		LeaseTerms terms = lease.terms();
		String letter = switch (priority) {
			case HIGH -> ";h";
			case NORMAL -> "";
			case LOW -> ";l";
		};
		return lease.token() + ";" + terms.attempt() + ";" + terms.maxAttempts() + ";" + terms.ttr().toMillis() + ";"
				+ lease.visibleSince().toEpochMilli() + ";" + dueTime.toEpochMilli() + letter;
	}

}
