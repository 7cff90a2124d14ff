// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.topic;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Creates maps of topics or partitions. Clients can choose any number of topics, so a map
 * keeps only the entries that were used most recently. What is used again after that is
 * created again.
 */
public final class RecentlyUsed {

	public static final int MAX = 10_000;

	private RecentlyUsed() {
	}

	public static <K, V> Map<K, V> map() {
		return Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {

			@Override
			protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
				return size() > MAX;
			}

		});
	}

}
