/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.jdbc.mark;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.delay.jdbc.table.JobRange;
import io.delay.jdbc.table.Place;

/**
 * The lowest score of each place from which jobs become ready.
 *
 * @param scores the scores in the order of the places, {@code null} for an empty place
 */
public record Heads(List<@Nullable Instant> scores) {

	private static final List<Integer> ORDINARY = Stream.concat(Place.ORDINARY.stream(), Place.LEASED.stream())
		.toList();

	/** The places, in a fixed order. */
	public static final List<Integer> PLACES = Stream.concat(ORDINARY.stream(), Place.SPECIAL.stream()).toList();

	/**
	 * Return the heads that were found in ranges of places.
	 * @param ranges the ranges, in any order
	 * @param found the lowest score of each range, {@code null} for an empty one
	 * @return the heads
	 */
	public static Heads of(List<JobRange> ranges, List<@Nullable Instant> found) {
		List<@Nullable Instant> scores = new ArrayList<>();
		for (int place : PLACES) {
			scores.add(lowest(IntStream.range(0, ranges.size())
				.filter((i) -> ranges.get(i).place() == place)
				.mapToObj(found::get)));
		}
		return new Heads(scores);
	}

	/**
	 * Return the lowest of several scores.
	 * @param scores the scores, {@code null} for an empty place
	 * @return the score, {@code null} if all places are empty
	 */
	public static @Nullable Instant lowest(Stream<@Nullable Instant> scores) {
		return scores.filter(Objects::nonNull).min(Comparator.naturalOrder()).orElse(null);
	}

	/**
	 * Return the lowest score of a place.
	 * @param place the place
	 * @return the score, {@code null} if the place is empty
	 */
	public @Nullable Instant of(int place) {
		return this.scores.get(PLACES.indexOf(place));
	}

	/**
	 * Return the lowest score of the places from which every consumer takes jobs.
	 * @return the score, {@code null} if all are empty
	 */
	public @Nullable Instant first() {
		return lowest(ORDINARY.stream().map(this::of));
	}

	/**
	 * Return the heads up to a score.
	 * @param score the score
	 * @return the heads
	 */
	public List<@Nullable Instant> reached(Instant score) {
		return this.scores.stream().filter((head) -> head != null && !head.isAfter(score)).toList();
	}

	/**
	 * Whether a place has a job up to a score.
	 * @param place the place
	 * @param score the score
	 * @return {@code true} if it has
	 */
	public boolean hasReached(int place, Instant score) {
		Instant head = of(place);
		return head != null && !head.isAfter(score);
	}

}
