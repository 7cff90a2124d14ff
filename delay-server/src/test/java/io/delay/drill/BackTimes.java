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

package io.delay.drill;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * How long it took until the jobs of lost answers were delivered to another client.
 */
final class BackTimes {

	private final List<Long> millis = new ArrayList<>();

	void add(long millis) {
		this.millis.add(millis);
	}

	@Override
	public String toString() {
		List<Long> sorted = new ArrayList<>(this.millis);
		Collections.sort(sorted);
		return sorted.size() + " times, back after " + sorted.get(sorted.size() / 2) + " ms (p50), "
				+ sorted.get(sorted.size() - 1) + " ms (max)";
	}

}
