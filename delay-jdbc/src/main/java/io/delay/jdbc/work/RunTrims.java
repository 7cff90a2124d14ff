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
import java.util.concurrent.atomic.AtomicInteger;

import io.delay.store.history.HistoryLimits;

/**
 * Decides when the number of finished runs is checked, and how many are removed then. A
 * check reads as many entries of an index as the maximum number of runs, so it takes
 * place with the first runs that this JVM adds to a topic, and then only after a
 * hundredth of that number was added. If only the age is limited, the first check is
 * omitted.
 */
final class RunTrims {

	private static final int PARTS = 100;

	/** How many more runs are removed at once than were added. */
	private static final int MORE = 200;

	private final Map<String, Integer> added = new ConcurrentHashMap<>();

	/**
	 * Return how many of the oldest runs are removed at most.
	 * @param added the number of runs that were added
	 * @return the number of runs
	 */
	static int removable(int added) {
		return added + MORE;
	}

	/**
	 * Add runs.
	 * @param topic the topic
	 * @param limits its limits
	 * @param more the number of runs that were added
	 * @return how many runs that are too many may be removed, 0 if no check is due
	 */
	int add(String topic, HistoryLimits limits, int more) {
		AtomicInteger removable = new AtomicInteger();
		int part = limits.count() / PARTS;
		this.added.compute(topic, (key, before) -> {
			if (before == null && limits.maxCount() != null) {
				// A JVM that ended earlier may have added a part that it did not check
				removable.set(removable(more + part));
				return 0;
			}
			int sum = more + ((before != null) ? before : 0);
			removable.set((sum >= part) ? removable(sum) : 0);
			return (sum >= part) ? 0 : sum;
		});
		return removable.get();
	}

}
