// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptTests;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@code page.lua}, {@code forecast.lua} and {@code status.lua}, none of which
 * changes anything.
 */
class ListScriptTests extends ScriptTests {

	private static final String HIGH = "1h;;\n\npayload";

	private Map<String, Map<String, String>> contents;

	@BeforeEach
	void seed() {
		this.contents = Map.of("jobs",
				of("a", RECORD, "b", RECORD, "B", RECORD, "ü", RECORD, "d", RECORD, "h", HIGH, "w", RECORD, "f", "?"),
				"waiting", of("a", at(-2), "b", at(-1), "B", at(-1), "ü", at(-1), "d", at(5)), "waiting-high",
				of("h", at(-7)), "reserved", of("w", at(20)), "leases", of("w", "h/p:1;2;5;20;7;3"), "failed",
				of("f", at(-9)), "failures", of("f", "5;3;1;h\nboom", "b", "1;3;1;h\nboom"), "meta",
				of("clock", at(0), "priorities", "1", "dropped", "3", "paused", at(-1) + " bob"));
		this.bench.seed(this.contents);
	}

	@AfterEach
	void nothingHasChanged() {
		assertThat(this.bench.contents()).isEqualTo(this.contents);
	}

	private List<Object> page(int state, String priority, int limit, String time, String id) {
		return this.bench.run(RedisScript.PAGE, state, priority, limit, 262_144, time, id);
	}

	private static List<Object> ids(List<Object> reply) {
		List<Object> ids = new ArrayList<>();
		for (int i = 3; i < reply.size(); i += 5) {
			ids.add(reply.get(i));
		}
		return ids;
	}

	@Test
	void pageReturnsTimeRecordAndFailures() {
		assertThat(page(2, "", 2, "", "")).containsExactly("h", "b", now() - 1, "a", now() - 2, now() - 2, RECORD, null,
				"B", now() - 1, now() - 1, RECORD, null);
		assertThat(page(3, "", 2, "", "")).containsExactly("", "", 0L, "w", now() + 20, 3L, RECORD, null,
				List.of("h/p:1", 2L, 5L, now(), 0L));
		assertThat(page(4, "", 2, "", "")).containsExactly("", "", 0L, "f", now() - 9, 3L, "?", "5;3;1;h\nboom");
	}

	@Test
	void pageOfReadyJobsEndsWhereDelayedOnesBegin() {
		assertThat(ids(page(2, "", 10, "", ""))).containsExactly("a", "B", "b", "ü");
		assertThat(ids(page(1, "", 10, "", ""))).containsExactly("d");
		assertThat(ids(page(2, "h", 10, "", ""))).containsExactly("h");
		assertThat(ids(page(2, "l", 10, "", ""))).isEmpty();
		assertThat(page(3, "", 10, "", "")).startsWith("", "", 0L, "w").hasSize(3 + 6);
	}

	@ParameterizedTest
	@CsvSource({ "-2,a,B", "-1,B,b", "-1,b,ü", "-1,C,b", "-1,zzz,ü", "-9,x,a" })
	void pageBeginsAfterAPositionEvenIfItsJobIsGone(long time, String id, String first) {
		assertThat(ids(page(2, "", 1, at(time), id))).containsExactly(first);
	}

	@Test
	void pageAfterTheLastJobIsEmpty() {
		assertThat(ids(page(2, "", 1, at(-1), "ü"))).isEmpty();
		assertThat(ids(page(1, "", 1, at(5), "d"))).isEmpty();
	}

	private List<Object> newest(int state, String priority, int limit, String time, String id) {
		return this.bench.run(RedisScript.PAGE, state, priority, limit, 262_144, time, id, 1);
	}

	@Test
	void pageListsTheNewestFirst() {
		assertThat(newest(2, "", 2, "", "")).startsWith("h", "B", now() - 1, "ü", now() - 1);
		assertThat(ids(newest(2, "", 10, "", ""))).containsExactly("ü", "b", "B", "a");
		assertThat(ids(newest(1, "", 10, "", ""))).containsExactly("d");
		assertThat(ids(newest(2, "h", 10, "", ""))).containsExactly("h");
		assertThat(newest(3, "", 10, "", "")).startsWith("", "", 0L, "w").hasSize(3 + 6);
		assertThat(ids(newest(4, "", 10, "", ""))).containsExactly("f");
	}

	@ParameterizedTest
	@CsvSource({ "-1,ü,b", "-1,b,B", "-1,B,a", "-1,C,B", "-1,A,a", "-1,zzz,b", "9,x,ü" })
	void pageOfTheNewestBeginsAfterAPosition(long time, String id, String first) {
		assertThat(ids(newest(2, "", 1, at(time), id))).containsExactly(first);
	}

	@Test
	void pageAfterTheOldestJobIsEmpty() {
		assertThat(newest(2, "", 1, at(-2), "a")).containsExactly("h", "", 0L);
		assertThat(newest(1, "", 1, at(5), "d")).containsExactly("h", "", 0L);
	}

	@Test
	void pageStopsAtTheLimitOfBytesButHasAtLeastOneJob() {
		assertThat(this.bench.run(RedisScript.PAGE, 2, "", 10, 14, "", "")).startsWith("h", "b", now() - 1)
			.contains("a", "B")
			.doesNotContain("ü");
		assertThat(ids(this.bench.run(RedisScript.PAGE, 2, "", 10, 1, "", ""))).containsExactly("a");
	}

	@Test
	void forecastCountsEachIntervalWithItsBeginningAndWithoutItsEnd() {
		assertThat(this.bench.run(RedisScript.FORECAST, now() - 7, 5, 3)).containsExactly(1L, 4L, 1L);
		assertThat(this.bench.run(RedisScript.FORECAST, now() + 5, 1, 1)).containsExactly(1L);
	}

	@Test
	void statusCountsEveryPriorityAndReturnsTheAgeOfTheOldestReadyJob() {
		assertThat(this.bench.run(RedisScript.STATUS, 1000)).startsWith(1L, 5L, 1L, 1L, 7L, at(-1) + " bob", 3L, 0L)
			.hasSize(9);
	}

}
