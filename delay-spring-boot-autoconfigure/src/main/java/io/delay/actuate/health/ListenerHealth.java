// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.health;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

import org.jspecify.annotations.Nullable;

import io.delay.listener.ReserveOutage;
import io.delay.listener.container.DelayListenerContainer;

/**
 * The health of a listener of the application.
 *
 * @param running whether it was started and has not been stopped
 * @param died whether it was started but no longer fetches or settles jobs
 * @param paused whether its topic is paused, which affects all applications, {@code null}
 * if unknown
 * @param sinceLastReserve how long ago the store last answered a request for jobs,
 * {@code null} if it never did
 * @param reserveOutage why it cannot reserve jobs, {@code null} if it can
 * @param stuck whether all its workers are busy with handlers whose leases have ended
 */
public record ListenerHealth(String topic, boolean running, boolean died, @Nullable Boolean paused,
		@Nullable Duration sinceLastReserve, @Nullable ReserveOutage reserveOutage, boolean stuck) {

	public static ListenerHealth of(DelayListenerContainer container, @Nullable TopicOverview overview) {
		String topic = container.topic();
		return new ListenerHealth(topic, container.isRunning(), container.hasDied(),
				(overview != null) ? overview.isPaused(topic) : null,
				container.sinceLastReserve().map((age) -> age.truncatedTo(ChronoUnit.MILLIS)).orElse(null),
				container.reserveOutage().map(ListenerHealth::inMillis).orElse(null), container.isStuck());
	}

	private static ReserveOutage inMillis(ReserveOutage outage) {
		return new ReserveOutage(outage.duration().truncatedTo(ChronoUnit.MILLIS), outage.failures(), outage.reason());
	}

	// A single failure does not count, because the next attempt may succeed.
	public boolean down() {
		return this.died || this.stuck || (this.reserveOutage != null && this.reserveOutage.failures() > 1);
	}

}
