// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.poll;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;

import io.delay.converter.SimplePayloadConverter;
import io.delay.listener.ContainerFixture;
import io.delay.listener.WatchedJobStore;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for containers on a store in memory whose clock is set by hand.
 */
class SettableClockTests {

	private static final Duration WAIT = Duration.ofMinutes(30);

	private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-03-01T12:00:00Z"));

	private final MemoryJobStore store = new MemoryJobStore(this.now::get);

	private final DelayTemplate template = new DelayTemplate(this.store, this.store, new SimplePayloadConverter());

	private final List<String> handled = new CopyOnWriteArrayList<>();

	@Test
	void listenersReserveAtOnceWhenTheClockOfTheStoreWasSet() {
		WatchedJobStore watched = new WatchedJobStore(this.store);
		try (ContainerFixture fixture = new ContainerFixture()) {
			fixture.start(watched, ContainerFixture.settings(), (job, context) -> this.handled.add(context.id()));
			this.template.submit(ContainerFixture.TOPIC, "order", WAIT);
			await().until(() -> !watched.limits().isEmpty());
			this.now.updateAndGet((time) -> time.plus(WAIT).minusMillis(1));
			this.store.clockChanged();
			assertThat(this.handled).isEmpty();
			this.now.updateAndGet((time) -> time.plusMillis(1));
			this.store.clockChanged();
			await().atMost(Duration.ofSeconds(5)).until(() -> this.handled.size() == 1);
		}
	}

}
