// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.delay.jdbc.mark.Heads;
import io.delay.jdbc.mark.LowWaterMarks;
import io.delay.jdbc.table.Place;
import io.delay.jdbc.wakeup.LocalWakeUps;

/**
 * Looks for jobs that other instances have written, and wakes up the consumers of this
 * JVM if the next event of their topic has changed, or if they did not find the job that
 * is ready now.
 */
final class TopicWatch {

	/**
	 * The maximum number of topics of a statement. They share its duration, after which a
	 * topic counts as slow.
	 */
	private static final int MOST = 10;

	private final Works works;

	private final LocalWakeUps wakeUps;

	private final Map<String, Set<Event>> seen = new HashMap<>();

	TopicWatch(Works works, LocalWakeUps wakeUps) {
		this.works = works;
		this.wakeUps = wakeUps;
	}

	void look() {
		Set<String> topics = this.wakeUps.topics();
		this.seen.keySet().retainAll(topics);
		if (topics.isEmpty()) {
			return;
		}
		LowWaterMarks marks = this.works.memory().marks();
		Set<String> slow = topics.stream().filter(marks::isSlow).collect(Collectors.toSet());
		List<String> all = topics.stream().sorted().toList();
		for (int from = 0; from < all.size(); from += MOST) {
			look(all.subList(from, Math.min(from + MOST, all.size())), (topic) -> !slow.contains(topic));
		}
		// These must not delay the wake-ups of other topics
		slow.stream().filter(marks::isDue).forEach((topic) -> look(List.of(topic), (each) -> true));
	}

	private void look(List<String> topics, Predicate<String> sweeping) {
		this.works.own((work) -> {
			List<Heads> heads = HeadReader.read(work, this.works.memory(), topics, sweeping);
			for (int i = 0; i < topics.size(); i++) {
				look(work, topics.get(i), heads.get(i));
			}
			return true;
		});
	}

	private void look(Work work, String topic, Heads heads) {
		Set<Event> events = events(work, topic, heads);
		// A transaction that fails or is repeated has announced nothing
		work.afterwards(() -> {
			Set<Event> before = this.seen.put(topic, events);
			events.stream()
				.filter((event) -> before == null || !before.contains(event))
				.map(Event::score)
				.min(Comparator.naturalOrder())
				.ifPresent((next) -> {
					Duration rest = work.time().until(next).minusNanos(System.nanoTime() - work.beginning());
					this.wakeUps.send(topic, rest.isNegative() ? Duration.ZERO : rest);
				});
		});
	}

	private Set<Event> events(Work work, String topic, Heads heads) {
		TopicMemory memory = this.works.memory();
		Set<Event> events = new HashSet<>();
		Instant first = heads.first();
		if (first != null) {
			boolean isReady = work.time().isPast(first);
			// Other instances can resume a paused topic, so its consumers look again
			events.add(new Event(null, first, isReady, isReady ? memory.drains(topic) : 0, memory.pausedAt(topic)));
		}
		// Only some consumers take these jobs, so they may stay although consumers have
		// looked
		for (int place : Place.SPECIAL) {
			Instant head = heads.of(place);
			if (head != null) {
				events.add(new Event(place, head, work.time().isPast(head), 0, null));
			}
		}
		return events;
	}

	/**
	 * The next event of a topic, or of a place whose jobs only some consumers take. A
	 * ready job can become unready if the clock is set back. A later job can have the
	 * same score as one that was reserved, so the event has the number of reserves that
	 * left no ready job. {@code pausedAt} is the time at which a reserve last found the
	 * topic paused.
	 */
	private record Event(@Nullable Integer place, Instant score, boolean isReady, long drains,
			@Nullable Long pausedAt) {
	}

}
