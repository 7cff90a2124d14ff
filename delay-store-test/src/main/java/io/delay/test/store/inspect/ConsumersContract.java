// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.inspect;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Consumer;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import io.delay.job.RateLimit;
import io.delay.store.ConsumerOrigin;
import io.delay.store.ConsumerRegistration;
import io.delay.store.ConsumerTerms;
import io.delay.store.JobStore;
import io.delay.store.ReserveTerms;
import io.delay.store.admin.ActiveConsumer;
import io.delay.test.store.RecordedWakeUps;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Consumers: a registered consumer is listed until it is removed or its registration
 * expires.
 *
 * @since 0.1.0
 */
public interface ConsumersContract extends StoreContract {

	@Test
	default void aConsumerIsListedWithItsDetails() {
		ConsumerRegistration consumer = new ConsumerRegistration(TOPIC, "host-1/0815",
				new ConsumerOrigin("Shop 2 ü", "host-1", "closer"), new ConsumerTerms(16,
						new ReserveTerms(Duration.ofMillis(1500), 7).limitedTo(new RateLimit(90, ChronoUnit.MINUTES))));
		announce(consumer);
		awaitConsumers((seen) -> assertThat(seen).containsExactly(new ActiveConsumer(consumer, now(), now())));
	}

	@Test
	default void consumersOfATopicAreListedById() {
		announce(consumer("b"));
		announce(consumer("a"));
		announce(new ConsumerRegistration(OTHER_TOPIC, "c", consumer("c").origin(), consumer("c").terms()));
		awaitConsumers(
				(seen) -> assertThat(seen).extracting((found) -> found.consumer().id()).containsExactly("a", "b"));
		assertThat(fixture().inspector().consumers("unknown")).isEmpty();
	}

	@Test
	default void aRepeatedAnnouncementKeepsTheStartAndUpdatesTheDetails() {
		announce(consumer("a"));
		awaitConsumers((seen) -> assertThat(seen).hasSize(1));
		Instant since = now();
		advance(MINUTE);
		ConsumerRegistration changed = new ConsumerRegistration(TOPIC, "a", consumer("a").origin(),
				new ConsumerTerms(1, new ReserveTerms(TTR, 1)));
		announce(changed);
		awaitConsumers((seen) -> assertThat(seen).containsExactly(new ActiveConsumer(changed, since, now())));
	}

	@Test
	default void aConsumerThatIsNoLongerAnnouncedIsNotListed() {
		announce(consumer("a"));
		awaitConsumers((seen) -> assertThat(seen).hasSize(1));
		advance(JobStore.CONSUMER_EXPIRY.minusMillis(1));
		assertThat(consumers()).hasSize(1);
		assertThat(status().consumers()).isEqualTo(1);
		advance(Duration.ofMillis(1));
		assertThat(consumers()).isEmpty();
		assertThat(status().consumers()).isZero();
	}

	@Test
	default void aConsumerThatIsAnnouncedAfterItExpiredIsNew() {
		announce(consumer("a"));
		awaitConsumers((seen) -> assertThat(seen).hasSize(1));
		advance(JobStore.CONSUMER_EXPIRY);
		announce(consumer("a"));
		awaitConsumers((seen) -> assertThat(seen).containsExactly(new ActiveConsumer(consumer("a"), now(), now())));
	}

	@Test
	default void aDeregisteredConsumerIsNotListed() {
		announce(consumer("a"));
		announce(consumer("b"));
		awaitConsumers((seen) -> assertThat(seen).hasSize(2));
		fixture().store().withdraw(TOPIC, "a");
		fixture().store().withdraw(TOPIC, "unknown");
		awaitConsumers((seen) -> assertThat(seen).extracting((found) -> found.consumer().id()).containsExactly("b"));
		assertThat(status().consumers()).isEqualTo(1);
	}

	@Test
	default void consumersAreNotCountedAsJobsAndCauseNoWakeUps() {
		try (RecordedWakeUps sleeper = sleeper()) {
			submit("a", MINUTE);
			// Waits, because wake-ups between the nodes of a cluster take time
			sleeper.assertWakeUp(MINUTE);
			sleeper.forget();
			announce(consumer("a"));
			awaitConsumers((seen) -> assertThat(seen).hasSize(1));
			fixture().store().withdraw(TOPIC, "a");
			awaitConsumers((seen) -> assertThat(seen).isEmpty());
			// No wake-up was sent before the one for this submit
			submit("b");
			sleeper.assertImmediateWakeUp(1);
		}
	}

	// Subscribes and finds no ready job, as a consumer does before it sleeps.
	private RecordedWakeUps sleeper() {
		RecordedWakeUps sleeper = RecordedWakeUps.of(fixture().store(), TOPIC);
		reserve(1);
		return sleeper;
	}

	private static ConsumerRegistration consumer(String id) {
		return new ConsumerRegistration(TOPIC, id, new ConsumerOrigin("shop", "host", "closer"),
				new ConsumerTerms(8, new ReserveTerms(TTR, 5)));
	}

	private void announce(ConsumerRegistration consumer) {
		// announce does not wait until the store is connected, but a reserve does
		reserve(1);
		fixture().store().announce(consumer);
	}

	private List<ActiveConsumer> consumers() {
		return fixture().inspector().consumers(TOPIC);
	}

	private void awaitConsumers(Consumer<List<ActiveConsumer>> assertion) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(5))
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(5))
			.untilAsserted(() -> assertion.accept(consumers()));
	}

}
