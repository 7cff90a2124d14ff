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

package io.delay.jdbc.work;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The scores below which places are known to be empty, so that a reserve does not walk
 * through the index entries of jobs that were taken before. Other instances can commit
 * jobs below a mark, so each place is read from its beginning once a second.
 */
final class LowWaterMarks {

	private static final long SWEEP_NANOS = 1_000_000_000L;

	private final Map<Key, Mark> marks = new ConcurrentHashMap<>();

	/**
	 * Return the mark of a place.
	 * @param topic the topic
	 * @param place the place
	 * @return the mark, which is zero if the place must be read from its beginning
	 */
	Mark get(String topic, int place) {
		Mark mark = this.marks.get(new Key(topic, place));
		long now = System.nanoTime();
		if (mark == null) {
			return new Mark(0, 0, now);
		}
		return (now - mark.sweptAt() > SWEEP_NANOS) ? new Mark(0, mark.version(), now) : mark;
	}

	/**
	 * Raise a mark, unless it was lowered since it was read.
	 * @param topic the topic
	 * @param place the place
	 * @param used the mark from which on the place was read
	 * @param score the lowest score that was found
	 */
	void raise(String topic, int place, Mark used, double score) {
		this.marks.merge(new Key(topic, place), new Mark(score, used.version(), used.sweptAt()),
				(present, raised) -> (present.version() == used.version()) ? raised : present);
	}

	/**
	 * Lower a mark, because a job was written.
	 * @param topic the topic
	 * @param place the place
	 * @param score the score of the job
	 */
	void lower(String topic, int place, double score) {
		this.marks.computeIfPresent(new Key(topic, place), (key, present) -> (score < present.score())
				? new Mark(score, present.version() + 1, present.sweptAt()) : present.changed());
	}

	/**
	 * The mark of a place.
	 *
	 * @param score the score below which there are no jobs
	 * @param version increases with each job that is written
	 * @param sweptAt when the place was last read from its beginning
	 */
	record Mark(double score, long version, long sweptAt) {

		Mark changed() {
			return new Mark(this.score, this.version + 1, this.sweptAt);
		}

	}

	private record Key(String topic, int place) {

	}

}
