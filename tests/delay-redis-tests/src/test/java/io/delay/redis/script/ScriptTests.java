// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.AfterEach;

/**
 * What the tests of the scripts share: a bench, and words for the contents of keys.
 */
public abstract class ScriptTests {

	public static final String RECORD = "1;;\n\npayload";

	public final ScriptBench bench = new ScriptBench();

	@AfterEach
	void close() {
		this.bench.close();
	}

	/**
	 * A time relative to the test's clock, in ms.
	 */
	public String at(long millis) {
		return Long.toString(this.bench.now() + millis);
	}

	public long now() {
		return this.bench.now();
	}

	/**
	 * Pairs of a name and a value.
	 */
	public static Map<String, String> of(String... pairs) {
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
	public String lease(String terms, long due) {
		return terms + ";" + at(due) + ";" + at(due);
	}

	/**
	 * The meta key after a change that armed nothing.
	 */
	public Map<String, String> clock() {
		return of("clock", at(0));
	}

	/**
	 * The meta key after a change that armed an event.
	 */
	public Map<String, String> armed(long millis) {
		return of("clock", at(0), "armed", at(millis));
	}

}
