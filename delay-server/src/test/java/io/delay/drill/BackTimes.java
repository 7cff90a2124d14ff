// SPDX-License-Identifier: Apache-2.0

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
