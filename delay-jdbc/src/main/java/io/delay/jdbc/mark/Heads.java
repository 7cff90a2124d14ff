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

	/** The places, in a fixed order. */
	public static final List<Integer> PLACES = Stream.concat(ORDINARY.stream(), Place.SPECIAL.stream()).toList();

	/**
	 * Return the heads that were found in ranges of places.
	 * @param ranges the ranges, in any order
	 * @param found the lowest score of each range, {@code null} for an empty one, and
	 * possibly others
	 */
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

	/**
	 * Return the lower one of two scores.
	 * @param one a score
	 * @param other another score
	 */
	public static Instant earlier(Instant one, Instant other) {
		return one.isBefore(other) ? one : other;
	}

	/**
	 * Return the lowest score of a place.
	 * @return the score, {@code null} if the place is empty
	 */
	public @Nullable Instant of(int place) {
		return this.scores.get(place);
	}

	/**
	 * Return the lowest score of the places from which every consumer takes jobs.
	 * @return the score, {@code null} if all are empty
	 */
	public @Nullable Instant first() {
		return ORDINARY.stream()
			.map(this.scores::get)
			.filter(Objects::nonNull)
			.min(Comparator.naturalOrder())
			.orElse(null);
	}

	/** Return the heads up to a score. */
	public List<Instant> reached(Instant score) {
		return this.scores.values().stream().filter((head) -> !head.isAfter(score)).toList();
	}

	/** Whether a place has a job up to a score. */
	public boolean hasReached(int place, Instant score) {
		Instant head = of(place);
		return head != null && !head.isAfter(score);
	}

}
