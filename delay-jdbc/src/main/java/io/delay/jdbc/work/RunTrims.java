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
 * Decides when the number of finished runs is checked. A check reads as many entries of
 * an index as the maximum number of runs, so it takes place with the first runs that this
 * JVM adds to a topic, and then only after a hundredth of that number was added.
 */
final class RunTrims {

	private static final int PARTS = 100;

	private final Map<String, Integer> added = new ConcurrentHashMap<>();

	/**
	 * Add runs.
	 * @param topic the topic
	 * @param limits its limits
	 * @param more the number of runs that were added
	 * @return the number of runs that were added since the last check, 0 if none is due
	 */
	int add(String topic, HistoryLimits limits, int more) {
		AtomicInteger due = new AtomicInteger();
		this.added.compute(topic, (key, before) -> {
			int sum = more + ((before != null) ? before : 0);
			boolean isDue = before == null || sum >= limits.count() / PARTS;
			due.set(isDue ? sum : 0);
			return isDue ? 0 : sum;
		});
		return due.get();
	}

}
