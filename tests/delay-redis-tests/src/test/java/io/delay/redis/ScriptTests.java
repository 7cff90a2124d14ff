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

package io.delay.redis;

import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.AfterEach;

/**
 * What the tests of the scripts share: a bench, and words for the contents of keys.
 */
abstract class ScriptTests {

	static final String RECORD = "1;;\n\npayload";

	final ScriptBench bench = new ScriptBench();

	@AfterEach
	void close() {
		this.bench.close();
	}

	/**
	 * A time relative to the test's clock, in ms.
	 */
	String at(long millis) {
		return Long.toString(this.bench.now() + millis);
	}

	long now() {
		return this.bench.now();
	}

	/**
	 * Pairs of a name and a value.
	 */
	static Map<String, String> of(String... pairs) {
		Map<String, String> map = new TreeMap<>();
		for (int i = 0; i < pairs.length; i += 2) {
			map.put(pairs[i], pairs[i + 1]);
		}
		return map;
	}

	/**
	 * A lease of a job that was handed over for the first time.
	 * @param terms token, attempt, max attempts and ttr
	 * @param due when it was due, relative to the test's clock, in ms
	 */
	String lease(String terms, long due) {
		return terms + ";" + at(due) + ";" + at(due);
	}

	/**
	 * The meta key after a change that armed nothing.
	 */
	Map<String, String> clock() {
		return of("clock", at(0));
	}

	/**
	 * The meta key after a change that armed an event.
	 */
	Map<String, String> armed(long millis) {
		return of("clock", at(0), "armed", at(millis));
	}

}
