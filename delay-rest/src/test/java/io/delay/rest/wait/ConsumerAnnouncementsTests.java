// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.wait;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.delay.store.ConsumerRegistration;
import io.delay.store.JobStore;
import io.delay.store.ReserveTerms;
import io.delay.store.memory.MemoryJobStore;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ConsumerAnnouncements}.
 */
class ConsumerAnnouncementsTests {

	private static final ReserveTerms TERMS = new ReserveTerms(Duration.ofSeconds(7), 3);

	private final AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE - 1);

	private final Instant start = Instant.parse("2026-01-01T00:00:00Z");

	private final MemoryJobStore jobs = new MemoryJobStore(
			() -> this.start.plusNanos(this.nanoTime.get() - (Long.MAX_VALUE - 1)));

	private final RecordingStore store = new RecordingStore(this.jobs);

	private final ConsumerAnnouncements announcements = new ConsumerAnnouncements(this.store, this.nanoTime::get);

	@Test
	void consumerIsListedWithItsTerms() {
		announce("orders", "shop");
		assertThat(this.jobs.consumers("orders")).singleElement().satisfies((consumer) -> {
			ConsumerRegistration registration = consumer.consumer();
			assertThat(registration.id()).isEqualTo("shop/rest");
			assertThat(registration.origin().host()).isEqualTo("shop");
			assertThat(registration.terms().reserveTerms()).isEqualTo(TERMS);
		});
		assertThat(this.jobs.consumers("other")).isEmpty();
	}

	@Test
	void consumerThatReservesOftenIsRegisteredOncePerInterval() {
		for (int i = 0; i < 6; i++) {
			announce("orders", "shop");
			pass(ConsumerAnnouncements.INTERVAL.dividedBy(2));
		}
		assertThat(this.store.announced).containsExactly("orders shop/rest", "orders shop/rest", "orders shop/rest");
		assertThat(this.store.withdrawn).isEmpty();
		assertThat(this.jobs.consumers("orders")).hasSize(1);
	}

	@Test
	void eachTopicIsRegistered() {
		announce("orders", "shop");
		announce("mails", "shop");
		assertThat(this.store.announced).containsExactly("orders shop/rest", "mails shop/rest");
	}

	@Test
	void consumerThatIsGoneIsDeregistered() {
		announce("orders", "gone");
		announce("orders", "there");
		pass(JobStore.CONSUMER_EXPIRY.minusNanos(1));
		announce("orders", "there");
		assertThat(this.store.withdrawn).isEmpty();
		pass(Duration.ofNanos(1));
		announce("mails", "other");
		assertThat(this.store.withdrawn).containsExactly("orders gone/rest");
		announce("mails", "other");
		assertThat(this.store.withdrawn).hasSize(1);
		announce("orders", "gone");
		assertThat(this.store.announced).endsWith("orders gone/rest");
	}

	@Test
	void registeredConsumersAreBounded() {
		IntStream.range(0, ConsumerAnnouncements.MAX_CONSUMERS).forEach((index) -> announce("orders", "c" + index));
		announce("orders", "one-more");
		assertThat(this.store.announced).hasSize(ConsumerAnnouncements.MAX_CONSUMERS);
		pass(ConsumerAnnouncements.INTERVAL);
		announce("orders", "c7");
		assertThat(this.store.announced).endsWith("orders c7/rest");
		pass(JobStore.CONSUMER_EXPIRY.minus(ConsumerAnnouncements.INTERVAL));
		announce("orders", "one-more");
		assertThat(this.store.announced).endsWith("orders one-more/rest");
		assertThat(this.store.withdrawn).hasSize(ConsumerAnnouncements.MAX_CONSUMERS - 1)
			.doesNotContain("orders c7/rest");
	}

	private void announce(String topic, String consumer) {
		this.announcements.announce(topic, consumer, consumer + "/rest", TERMS);
	}

	private void pass(Duration time) {
		this.nanoTime.addAndGet(time.toNanos());
	}

	/**
	 * A real store whose registrations are recorded.
	 */
	private static final class RecordingStore extends ForwardingJobStore {

		private final List<String> announced = new ArrayList<>();

		private final List<String> withdrawn = new ArrayList<>();

		RecordingStore(MemoryJobStore store) {
			super(store);
		}

		@Override
		public void announce(ConsumerRegistration consumer) {
			this.announced.add(consumer.topic() + " " + consumer.id());
			super.announce(consumer);
		}

		@Override
		public void withdraw(String topic, String id) {
			this.withdrawn.add(topic + " " + id);
			super.withdraw(topic, id);
		}

	}

}
