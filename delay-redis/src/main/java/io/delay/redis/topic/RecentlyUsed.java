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

	/** The maximum number of entries of a map. */
	public static final int MAX = 10_000;

	private RecentlyUsed() {
	}

	/**
	 * Create a map.
	 * @param <K> the type of the keys
	 * @return a thread-safe map
	 */
	public static <K, V> Map<K, V> map() {
		return Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {

			@Override
			protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
				return size() > MAX;
			}

		});
	}

}
