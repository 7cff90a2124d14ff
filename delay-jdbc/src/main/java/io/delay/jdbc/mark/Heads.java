// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.mark;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.delay.jdbc.table.JobRange;
import io.delay.jdbc.table.Place;

/**
 * The lowest score of each place from which jobs become ready.
 *
 * @param scores the scores by place, without the places that are empty
 */
public record Heads(Map<Integer, Instant> scores) {

	private static final List<Integer> ORDINARY = Stream.concat(Place.ORDINARY.stream(), Place.LEASED.stream())
		.toList();

	public static final List<Integer> PLACES = Stream.concat(ORDINARY.stream(), Place.SPECIAL.stream()).toList();

	public static Heads of(List<JobRange> ranges, Iterator<@Nullable Instant> found) {
		Map<Integer, Instant> scores = new HashMap<>();
		for (JobRange range : ranges) {
			Instant score = found.next();
			if (score != null) {
				scores.merge(range.place(), score, Heads::earlier);
			}
		}
		return new Heads(scores);
	}

	public static Instant earlier(Instant one, Instant other) {
		return one.isBefore(other) ? one : other;
	}

	public @Nullable Instant of(int place) {
		return this.scores.get(place);
	}

	/** Return the lowest score of the places from which every consumer takes jobs. */
	public @Nullable Instant first() {
		return ORDINARY.stream()
			.map(this.scores::get)
			.filter(Objects::nonNull)
			.min(Comparator.naturalOrder())
			.orElse(null);
	}

	public List<Instant> reached(Instant score) {
		return this.scores.values().stream().filter((head) -> !head.isAfter(score)).toList();
	}

	public boolean hasReached(int place, Instant score) {
		Instant head = of(place);
		return head != null && !head.isAfter(score);
	}

}
