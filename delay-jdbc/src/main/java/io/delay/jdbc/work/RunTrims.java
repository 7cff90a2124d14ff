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

import io.delay.store.history.HistoryLimits;

/**
 * Decides when the number of finished runs is checked. A check reads as many entries of
 * an index as the maximum number of runs, so it takes place only after a hundredth of
 * that number was added.
 */
final class RunTrims {

	private static final int PARTS = 100;

	private final Map<String, Integer> added = new ConcurrentHashMap<>();

	boolean isDue(String topic, HistoryLimits limits, int more) {
		int sum = this.added.merge(topic, more, Integer::sum);
		if (sum < Math.max(1, limits.count() / PARTS)) {
			return false;
		}
		this.added.remove(topic);
		return true;
	}

}
