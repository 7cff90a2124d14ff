// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for scripts while the clock of Redis is behind the mark by up to a minute.
 */
class ClockBehindScriptTests extends ScriptTests {

	private static final long STEP = 30_000;

	private static final String TOKEN = "host-a/poller:7";

	private List<Object> reserve(int ahead) {
		return this.bench.run(RedisScript.RESERVE, TOKEN, 10, 10_000, 5, 262_144, "pull", ahead, ahead);
	}

	private List<Object> submit(String id, String due) {
		return this.bench.run(RedisScript.SUBMIT, id, due, "0", RECORD);
	}

	private void seedWaiting(String... idsAndScores) {
		Map<String, String> waiting = of(idsAndScores);
		Map<String, String> jobs = of();
		waiting.keySet().forEach((id) -> jobs.put(id, RECORD));
		this.bench.seed(Map.of("meta", of("clock", at(STEP)), "jobs", jobs, "waiting", waiting));
	}

	@ParameterizedTest
	@CsvSource({ "+1000, 31000", "+0, 30000", "1000, 30000", "30001, 30001" })
	void delaysAreCountedFromTheMark(String due, long expected) {
		seedWaiting();
		String text = due.startsWith("+") ? due : at(Long.parseLong(due));
		assertThat(submit("a", text)).containsExactly(0L, now() + expected, 0L);
		assertThat(this.bench.contents()).containsEntry("waiting", of("a", at(expected)))
			.containsEntry("meta", of("clock", at(STEP), "armed", at(expected)));
	}

	@Test
	void jobsUpToTheMarkAreReadyAndNoneIsReservedAhead() {
		seedWaiting("a", at(STEP), "b", at(STEP + 1));
		List<Object> reply = reserve(10);
		assertThat(reply).startsWith(now() * 1000, (STEP + 1) * 1000).contains("a").doesNotContain("b");
		assertThat(this.bench.contents()).containsEntry("reserved", of("a", at(STEP + 10_000)));
	}

	@Test
	void nextEventIsReturnedByTheTimeOfTheClock() {
		seedWaiting("a", at(STEP + 5));
		assertThat(reserve(0)).containsExactly(now() * 1000, (STEP + 5) * 1000, List.of(), List.of(0L, 0L));
	}

	@Test
	void armedTimeWithinTheLagIsRearmed() {
		seedWaiting();
		this.bench.seed(Map.of("meta", of("armed", at(STEP))));
		submit("a", "+1000");
		assertThat(this.bench.contents().get("meta")).containsEntry("armed", at(STEP + 1000));
	}

	@Test
	void markStaysUntilTheClockIsASecondAhead() {
		seedWaiting();
		this.bench.clock().advance(Duration.ofMillis(STEP + 999));
		submit("a", "+5");
		assertThat(this.bench.contents().get("meta")).containsEntry("clock", at(-999));
		this.bench.clock().advance(Duration.ofMillis(1));
		submit("b", "+5");
		assertThat(this.bench.contents().get("meta")).containsEntry("clock", at(0));
	}

	@Test
	void markIsResetIfTheClockIsBehindByMoreThanAMinute() {
		seedWaiting("a", at(STEP));
		this.bench.clock().advance(Duration.ofMillis(-STEP - 1));
		assertThat(reserve(0)).containsExactly(now() * 1000, (2 * STEP + 1) * 1000, List.of(), List.of(0L, 0L));
		assertThat(this.bench.contents().get("meta")).containsEntry("clock", at(0));
	}

	@Test
	void statusCountsByTheMark() {
		seedWaiting("a", at(STEP), "b", at(STEP - 7), "c", at(STEP + 1));
		assertThat(this.bench.run(RedisScript.STATUS, 1000)).startsWith(1L, 2L, 0L, 0L, 7L);
	}

}
