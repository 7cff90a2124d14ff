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
	 * Begin to read a place.
	 * @param topic the topic
	 * @param place the place
	 * @return the mark, which is zero if the place must be read from its beginning
	 */
	Mark get(String topic, int place) {
		long now = System.nanoTime();
		Mark read = this.marks.compute(new Key(topic, place),
				(key, present) -> (present != null) ? present.read() : new Mark(0, 1, now, Double.MAX_VALUE));
		return (now - read.sweptAt() > SWEEP_NANOS) ? new Mark(0, read.version(), now, Double.MAX_VALUE) : read;
	}

	/**
	 * Raise a mark, unless another thread has begun to read the place since.
	 * @param topic the topic
	 * @param place the place
	 * @param used the mark from which on the place was read
	 * @param score the lowest score that was found
	 */
	void raise(String topic, int place, Mark used, double score) {
		this.marks.computeIfPresent(new Key(topic, place), (key, present) -> (present.version() == used.version())
				? new Mark(Math.min(score, present.written()), used.version(), used.sweptAt(), present.written())
				: present);
	}

	/**
	 * Lower a mark, because a job was written.
	 * @param topic the topic
	 * @param place the place
	 * @param score the score of the job
	 */
	void lower(String topic, int place, double score) {
		this.marks.computeIfPresent(new Key(topic, place), (key, present) -> present.lowered(score));
	}

	/**
	 * The mark of a place.
	 *
	 * @param score the score below which there are no jobs
	 * @param version increases whenever a thread begins to read the place
	 * @param sweptAt when the place was last read from its beginning
	 * @param written the lowest score that was written since a thread last began to read,
	 * which it may not have seen
	 */
	record Mark(double score, long version, long sweptAt, double written) {

		Mark read() {
			return new Mark(this.score, this.version + 1, this.sweptAt, Double.MAX_VALUE);
		}

		Mark lowered(double other) {
			return new Mark(Math.min(this.score, other), this.version, this.sweptAt, Math.min(this.written, other));
		}

	}

	private record Key(String topic, int place) {

	}

}
