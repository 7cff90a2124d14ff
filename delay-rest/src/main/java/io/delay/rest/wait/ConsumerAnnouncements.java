// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.wait;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

import io.delay.store.ConsumerOrigin;
import io.delay.store.ConsumerRegistration;
import io.delay.store.ConsumerTerms;
import io.delay.store.JobStore;
import io.delay.store.ReserveTerms;

/**
 * Registers clients that reserve jobs under a name, so that operators see them among the
 * consumers of a topic. Clients that have not reserved for as long as a registration is
 * valid are deregistered, because the store keeps registered consumers in memory. This
 * class is thread-safe.
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

	private final LongSupplier nanoTime;

	// Guarded by its own lock; the consumer that has not reserved for longest comes first
	private final Map<ConsumerKey, Times> consumers = new LinkedHashMap<>(16, 0.75f, true);

	/** Create an instance. */
	public ConsumerAnnouncements(JobStore store) {
		this(store, System::nanoTime);
	}

	ConsumerAnnouncements(JobStore store, LongSupplier nanoTime) {
		this.store = store;
		this.nanoTime = nanoTime;
	}

	/**
	 * Register a consumer unless it was registered recently.
	 * @param poller the part of its tokens that is the same for all its reserves
	 */
	public void announce(String topic, String consumer, String poller, ReserveTerms terms) {
		long now = this.nanoTime.getAsLong();
		removeGone(now).forEach((gone) -> this.store.withdraw(gone.topic(), gone.poller()));
		if (isDue(new ConsumerKey(topic, poller), now)) {
			this.store.announce(new ConsumerRegistration(topic, poller,
					new ConsumerOrigin(consumer, consumer, LISTENER), new ConsumerTerms(1, terms)));
		}
	}

	private List<ConsumerKey> removeGone(long now) {
		List<ConsumerKey> gone = new ArrayList<>();
		synchronized (this.consumers) {
			Iterator<Map.Entry<ConsumerKey, Times>> oldest = this.consumers.entrySet().iterator();
			while (oldest.hasNext()) {
				Map.Entry<ConsumerKey, Times> consumer = oldest.next();
				if (now - consumer.getValue().seenAt() < JobStore.CONSUMER_EXPIRY.toNanos()) {
					break;
				}
				gone.add(consumer.getKey());
				oldest.remove();
			}
		}
		return gone;
	}

	private boolean isDue(ConsumerKey key, long now) {
		synchronized (this.consumers) {
			Times times = this.consumers.get(key);
			if (times == null && this.consumers.size() >= MAX_CONSUMERS) {
				return false;
			}
			boolean isDue = times == null || now - times.announcedAt() >= INTERVAL.toNanos();
			this.consumers.put(key, new Times(now, (times == null || isDue) ? now : times.announcedAt()));
			return isDue;
		}
	}

	/**
	 * A consumer of a topic.
	 *
	 * @param poller the part of its tokens that is the same for all its reserves
	 */
	private record ConsumerKey(String topic, String poller) {

	}

	/**
	 * Times of a consumer, as {@link System#nanoTime()} values.
	 *
	 * @param seenAt when it last reserved
	 * @param announcedAt when it was last registered
	 */
	private record Times(long seenAt, long announcedAt) {

	}

}
