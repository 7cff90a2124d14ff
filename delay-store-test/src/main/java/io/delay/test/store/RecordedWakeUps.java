// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

import io.delay.store.JobStore;
import io.delay.store.WakeUpListener;
import io.delay.store.WakeUpSubscription;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A sleeping consumer that records the wake-ups sent to it. Stores may send them on other
 * threads, so the assertions wait briefly, in real time.
 *
 * @since 0.1.0
 */
public final class RecordedWakeUps implements WakeUpListener, AutoCloseable {

	private static final Duration TIMEOUT = Duration.ofSeconds(5);

	/** The maximum time by which a wake-up may be shortened in transit. */
	private static final Duration TRANSIT = Duration.ofSeconds(1);

	private final List<Duration> delays = new CopyOnWriteArrayList<>();

	private final WakeUpSubscription subscription;

	private RecordedWakeUps(JobStore store, String topic) {
		this.subscription = store.subscribe(topic, this);
	}

	/**
	 * Subscribe, and wait until the subscription is connected.
	 * @return the sleeper, which has not recorded any wake-up yet
	 */
	public static RecordedWakeUps of(JobStore store, String topic) {
		RecordedWakeUps wakeUps = new RecordedWakeUps(store, topic);
		await().until(() -> wakeUps.delays.contains(Duration.ZERO));
		wakeUps.delays.clear();
		return wakeUps;
	}

	@Override
	public void wakeUpIn(Duration delay) {
		this.delays.add(delay);
	}

	public void forget() {
		this.delays.clear();
	}

	public void assertImmediateWakeUp() {
		await().untilAsserted(() -> assertThat(this.delays).as("wake-ups, one at once").contains(Duration.ZERO));
	}

	/**
	 * Check that only immediate wake-ups were sent.
	 * @param times the expected number of wake-ups
	 */
	public void assertImmediateWakeUp(int times) {
		await().until(() -> this.delays.size() >= times);
		assertThat(this.delays).hasSize(times).containsOnly(Duration.ZERO);
	}

	public void assertWakeUp(Duration delay) {
		await().untilAsserted(() -> assertThat(this.delays).as("wake-ups, one in %s", delay)
			.anySatisfy((received) -> assertThat(received).isBetween(delay.minus(TRANSIT), delay)));
	}

	// Polls at short intervals, because most wake-ups arrive soon.
	private static ConditionFactory await() {
		return Awaitility.await().atMost(TIMEOUT).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5));
	}

	public List<Duration> received() {
		return this.delays;
	}

	@Override
	public void close() {
		this.subscription.close();
	}

}
