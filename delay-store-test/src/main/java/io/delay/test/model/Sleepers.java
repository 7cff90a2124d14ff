// SPDX-License-Identifier: Apache-2.0

package io.delay.test.model;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The workers as sleepers: each sleeps until the time that its last reserve told it, or
 * that a wake-up has told it since, per partition. At no moment may one of them sleep
 * beyond the next event, for then a ready job would wait for nothing but the safety
 * check.
 */
public final class Sleepers {

	private final Map<String, Map<Integer, Instant>> wakeAt = new TreeMap<>();

	/**
	 * A worker has looked.
	 * @param nextEvent how long it sleeps now, {@code null} for ever
	 */
	void looked(String partition, int worker, @Nullable Duration nextEvent, Instant now) {
		this.wakeAt.computeIfAbsent(partition, (unknown) -> new TreeMap<>())
			.put(worker, (nextEvent != null) ? now.plus(nextEvent) : Instant.MAX);
	}

	/**
	 * The clock has gone back. Nobody sleeps longer because of that.
	 * @param step how far
	 */
	void stepBack(Duration step) {
		this.wakeAt.values()
			.forEach((workers) -> workers
				.replaceAll((worker, time) -> time.equals(Instant.MAX) ? time : time.minus(step)));
	}

	/** Wake-ups have been sent. */
	void receive(List<Announcement> announcements, Contents contents, Instant now) {
		for (Announcement announcement : announcements) {
			assertThat(contents.isPaused(announcement.partition())).as("%s, for a paused partition", announcement)
				.isFalse();
			long micros = Math.max(0, ChronoUnit.MICROS.between(now, announcement.time()));
			assertThat(announcement.micros()).as("time that is told by %s", announcement).isEqualTo(micros);
			this.wakeAt.getOrDefault(announcement.partition(), new TreeMap<>())
				.replaceAll((worker, time) -> time.isBefore(announcement.time()) ? time : announcement.time());
		}
	}

	void assertNobodyOversleeps(Contents contents, Instant now) {
		this.wakeAt.forEach((partition, workers) -> {
			Duration until = contents.nextEvent(partition);
			if (until == null || contents.isPaused(partition)) {
				return;
			}
			Instant event = now.plus(until);
			workers.forEach((worker, time) -> assertThat(time.isAfter(event))
				.as("Worker %d sleeps until %s and misses what is ready in %s at %s", worker, time, partition, event)
				.isFalse());
		});
	}

}
