// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.submit;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptBench;
import io.delay.redis.script.ScriptTests;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@code submit-new.lua}, which either does the same as {@code submit.lua} or
 * nothing.
 */
class SubmitNewScriptTests extends ScriptTests {

	private List<Object> run(RedisScript script, String due) {
		return this.bench.run(script, "new", due, "0", RECORD);
	}

	private void checkSame(String due, String... meta) {
		Map<String, String> seed = new TreeMap<>(of(meta));
		seed.put("layout", "1;0");
		clear();
		this.bench.seed(Map.of("meta", seed));
		List<Object> reply = run(RedisScript.SUBMIT_NEW, due);
		Map<String, Map<String, String>> contents = this.bench.contents();
		assertThat(contents.get("waiting")).containsOnlyKeys("new");
		clear();
		this.bench.seed(Map.of("meta", seed));
		assertThat(reply).isEqualTo(run(RedisScript.SUBMIT, due)).hasSize(3);
		assertThat(contents).isEqualTo(this.bench.contents());
	}

	private void clear() {
		List.of("jobs", "waiting", "meta")
			.forEach((name) -> this.bench.space().template().delete(this.bench.space().key(ScriptBench.TOPIC, name)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "+1500", "+0", "17", "253402300799999" })
	void submitNewStoresTheSameAsSubmit(String due) {
		checkSame(due);
	}

	@ParameterizedTest
	@ValueSource(strings = { "+1500", "+0", "17" })
	void submitNewStoresTheSameAsSubmitWithinAMillisecond(String due) {
		this.bench.clock().advance(Duration.ofNanos(1_000));
		checkSame(due);
	}

	@ParameterizedTest
	@CsvSource({ "5, -999", "6, -1000", "7, -5", "-1000, 0", "-1001, -1001", "0, 0" })
	void submitNewArmsAndMarksTheSameAsSubmit(long armed, long mark) {
		checkSame("+6", "armed", at(armed), "clock", at(mark));
		checkSame("+0", "armed", at(armed), "clock", at(mark));
	}

	@Test
	void submitNewStoresTheSameAsSubmitInAPausedTopic() {
		checkSame("+6", "paused", at(-5), "clock", at(-5));
	}

	@Test
	void submitNewStoresTheSameAsSubmitInATopicWithPriorities() {
		checkSame("+6", "priorities", "1", "armed", at(9));
	}

	@Test
	void submitNewDoesNotStoreExistingJobs() {
		checkNothing(Map.of("jobs", of("new", RECORD), "waiting", of("new", at(10))));
		checkNothing(Map.of("jobs", of("new", RECORD)));
	}

	@ParameterizedTest
	@ValueSource(longs = { 1, 60_000, 60_001 })
	void submitNewDoesNotHandleAClockStep(long behind) {
		checkNothing(Map.of("meta", of("clock", at(behind), "layout", "1;0")));
	}

	@ParameterizedTest
	@ValueSource(strings = { "2;1", "1>2;1", "0;1", "1>0;1" })
	void submitNewDoesNotUseAPartitionOfAnotherLayout(String layout) {
		checkNothing(Map.of("meta", of("layout", layout)));
	}

	@Test
	void submitNewDoesNotUseAnUnopenedPartition() {
		this.bench.space().template().delete(this.bench.space().key(ScriptBench.TOPIC, "meta"));
		assertThat(run(RedisScript.SUBMIT_NEW, "+5")).isEmpty();
		assertThat(this.bench.contents()).isEmpty();
	}

	private void checkNothing(Map<String, Map<String, String>> seed) {
		this.bench.space().leaveUnaudited();
		clear();
		this.bench.seed(Map.of("meta", of("layout", "1;0")));
		this.bench.seed(seed);
		Map<String, Map<String, String>> before = this.bench.contents();
		assertThat(run(RedisScript.SUBMIT_NEW, "+5")).isEmpty();
		assertThat(this.bench.contents()).isEqualTo(before);
	}

}
