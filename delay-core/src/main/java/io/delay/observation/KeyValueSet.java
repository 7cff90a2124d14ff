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

package io.delay.observation;

import java.util.Arrays;
import java.util.Iterator;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import org.jspecify.annotations.Nullable;

/**
 * Holds the key values of a context in one immutable object, which the convention and the
 * handlers share. Reading and changing the maps of
 * {@link io.micrometer.observation.Observation.Context} takes several times as long,
 * which matters because it happens for every job.
 */
final class KeyValueSet {

	private volatile KeyValues values = KeyValues.empty();

	KeyValues values() {
		return this.values;
	}

	synchronized void add(KeyValue added) {
		this.values = this.values.and(added);
	}

	synchronized void addAll(KeyValues added) {
		KeyValues present = this.values;
		if (present != added) {
			this.values = hasKeysOf(added, present) ? added : present.and(added);
		}
	}

	// Whether the added values can replace the present ones. Both are sorted by key.
	private static boolean hasKeysOf(KeyValues added, KeyValues present) {
		Iterator<KeyValue> addedKeys = added.iterator();
		for (KeyValue value : present) {
			String key = value.getKey();
			do {
				if (!addedKeys.hasNext()) {
					return false;
				}
			}
			while (!addedKeys.next().getKey().equals(key));
		}
		return true;
	}

	synchronized void remove(String... keys) {
		this.values = KeyValues
			.of(this.values.stream().filter((value) -> !Arrays.asList(keys).contains(value.getKey())).toList());
	}

	@Nullable KeyValue get(String key) {
		for (KeyValue value : this.values) {
			if (value.getKey().equals(key)) {
				return value;
			}
		}
		return null;
	}

}
