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

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.delay.redis.record.ScoreCodec;
import io.delay.redis.script.RedisScript;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the scores that are written and read while the clock of Redis is behind the
 * mark by up to a minute.
 */
class ClockBehindScriptTests extends ScriptTests {

	private static final long STEP = 30_000;

	private static final String TOKEN = "host-a/poller:7";

	private static final int REACHED = 2048;

	private List<Object> reserve() {
		return this.bench.run(RedisScript.RESERVE, TOKEN, 10, 10_000, 5, 262_144, "pull", 0, 0);
	}

	private List<Object> submit(String id, String due) {
		return this.bench.run(RedisScript.SUBMIT, id, due, "0", RECORD);
	}

	// A score inside the millisecond of the mark, in steps of 1/4096.
	private String inside(int steps) {
		return new BigDecimal(now() + STEP + steps / 4096d).toPlainString();
	}

	private void seed(Map<String, Map<String, String>> contents) {
		this.bench.seed(Map.of("meta", of("clock", at(STEP))));
		this.bench.seed(contents);
	}

	private void seedWaiting(String... idsAndScores) {
		Map<String, String> waiting = of(idsAndScores);
		Map<String, String> jobs = of();
		waiting.keySet().forEach((id) -> jobs.put(id, RECORD));
		seed(Map.of("jobs", jobs, "waiting", waiting));
	}

	private static List<Object> ids(List<Object> reply) {
		return reply.subList(3, reply.size())
			.stream()
			.filter((value) -> value instanceof String text && text.length() == 1)
			.toList();
	}

	@Test
	void delayIsCountedFromTheClockAndRoundedUp() {
		seed(Map.of());
		assertThat(submit("a", "+1000")).containsExactly(0L, now() + 1011, 0L);
		assertThat(this.bench.contents()).containsEntry("waiting", of("a", inside(2117)))
			.hasEntrySatisfying("meta", (meta) -> assertThat(meta).containsEntry("clock", at(STEP)));
		assertThat(Double.parseDouble(this.bench.contents().get("meta").get("armed")))
			.isEqualTo(Double.parseDouble(inside(2117)));
	}

	@Test
	void zeroDelayIsReady() {
		seed(Map.of());
		assertThat(submit("a", "+0")).containsExactly(0L, now(), 0L);
		assertThat(this.bench.contents().get("waiting")).isEqualTo(of("a", inside(REACHED)));
		assertThat(ids(reserve())).containsExactly("a");
	}

	@Test
	void timesFromTheMarkOnAreTheirOwnScores() {
		seed(Map.of());
		submit("a", at(STEP + 1));
		submit("b", "+30001");
		submit("c", at(STEP));
		assertThat(this.bench.contents().get("waiting"))
			.isEqualTo(of("a", at(STEP + 1), "b", at(STEP + 1), "c", at(STEP + 1)));
	}

	@ParameterizedTest
	@CsvSource({ "-30000, 0", "-15000, 1024", "-1, 2047", "0, 2048", "14, 2048", "15, 2049", "29999, 4095",
			"30000, 4095" })
	void scoresAreReadyWhenTheClockGetsThere(long millis, int reached) {
		seedWaiting("a", inside(reached));
		this.bench.clock().advance(Duration.ofMillis(millis));
		assertThat(this.bench.run(RedisScript.STATUS, 1000)).startsWith(0L, 1L);
	}

	@ParameterizedTest
	@CsvSource({ "-30000, 1", "-15000, 1025", "-1, 2048", "0, 2049", "14, 2049", "15, 2050" })
	void scoresAreNotReadyBefore(long millis, int steps) {
		seedWaiting("a", inside(steps));
		this.bench.clock().advance(Duration.ofMillis(millis));
		assertThat(this.bench.run(RedisScript.STATUS, 1000)).startsWith(1L, 0L);
	}

	@Test
	void noJobIsEarlyAndNoneLaterThanTheGrainHoweverLongItsDelay() {
		seed(Map.of());
		for (int delay = 1; delay <= STEP; delay += 97) {
			submit("job-" + delay, "+" + delay);
		}
		long start = now();
		for (int delay = 1; delay <= STEP; delay += 97) {
			this.bench.clock().set(Instant.ofEpochMilli(start + delay - 1));
			assertThat(reserve()).doesNotContain("job-" + delay);
			this.bench.clock().set(Instant.ofEpochMilli(start + delay + 15));
			assertThat(reserve()).contains("job-" + delay);
		}
	}

	@Test
	void readyJobsStayReadyAndOthersWait() {
		seedWaiting("a", at(STEP), "b", at(STEP + 1), "c", at(0), "d", at(-1));
		List<Object> reply = reserve();
		assertThat(ids(reply)).containsExactly("d", "c", "a");
		assertThat(reply).startsWith(now() * 1000, 10_005_000L);
		assertThat(reply.subList(18, 25)).containsExactly("a", RECORD, 1L, 5L, now() + STEP, 10_000L, now() + STEP);
		assertThat(this.bench.contents()).containsEntry("waiting", of("b", at(STEP + 1)))
			.containsEntry("reserved", of("a", inside(2731), "c", inside(2731), "d", inside(2731)))
			.hasEntrySatisfying("leases",
					(leases) -> assertThat(leases).containsEntry("a", lease(TOKEN + ";1;5;10000", STEP)));
	}

	@Test
	void deliveredJobTellsTheTimesThatItsScoreStandsFor() {
		seedWaiting("a", inside(2040));
		assertThat(reserve()).endsWith("a", RECORD, 1L, 5L, now() - 117, 10_000L, now() - 117);
		assertThat(this.bench.contents().get("leases")).isEqualTo(of("a", lease(TOKEN + ";1;5;10000", -117)));
	}

	@Test
	void leaseThatRanOutIsDeliveredFromTheTimeThatItsScoreStandsFor() {
		seed(Map.of("jobs", of("a", RECORD), "reserved", of("a", inside(2040)), "leases",
				of("a", lease("h/p:1;1;5;30000", -500))));
		assertThat(reserve()).endsWith("a", RECORD, 2L, 5L, now() - 117, 10_000L, now() - 500);
	}

	@Test
	void jobThatIsHandedBackIsReady() {
		seed(Map.of("jobs", of("a", RECORD), "reserved", of("a", inside(3000)), "leases",
				of("a", lease("h/p:1;1;5;30000", STEP - 5))));
		this.bench.run(RedisScript.HAND_BACK_JOBS, "a", "h/p:1");
		assertThat(this.bench.contents().get("waiting")).isEqualTo(of("a", at(STEP - 5)));
		assertThat(ids(reserve())).containsExactly("a");
	}

	@Test
	void touchMakesNoLeaseShorter() {
		seed(Map.of("jobs", of("a", RECORD, "b", RECORD, "c", RECORD), "reserved",
				of("a", at(STEP + 5), "b", inside(3000), "c", at(STEP)), "leases", of("a", lease("h/p:1;1;5;30000", 0),
						"b", lease("h/p:1;1;5;30000", 0), "c", lease("h/p:1;1;5;30000", 0))));
		this.bench.run(RedisScript.TOUCH, "a", "h/p:1", "1000", "0", "b", "h/p:1", "1000", "0", "c", "h/p:1", "1000",
				"0");
		assertThat(this.bench.contents().get("reserved"))
			.isEqualTo(of("a", at(STEP + 5), "b", inside(3000), "c", inside(2117)));
	}

	@Test
	void failureWaitsUntilItsLeaseEnds() {
		seed(Map.of("jobs", of("a", RECORD, "b", RECORD), "reserved", of("a", inside(3000), "b", at(STEP)), "leases",
				of("a", lease("h/p:1;1;5;30000", 0), "b", lease("h/p:1;1;5;30000", 0))));
		this.bench.run(RedisScript.FAIL, "a", "h/p:1", "", "host", "boom", "\n", "b", "h/p:1", "", "host", "boom",
				"\n");
		assertThat(this.bench.contents()).containsEntry("waiting", of("a", inside(3000), "b", inside(REACHED)))
			.containsEntry("failures", of("a", "1;" + at(0) + ";" + at(0) + ";host\nboom\u001e1;\n\u001e", "b",
					"1;" + at(0) + ";" + at(0) + ";host\nboom\u001e1;\n\u001e"));
	}

	@Test
	void failureWhenTheClockIsAtTheMarkIsReadyAtThatTime() {
		seed(Map.of("jobs", of("a", RECORD), "reserved", of("a", at(STEP - 5)), "leases",
				of("a", lease("h/p:1;1;5;30000", 0))));
		this.bench.clock().advance(Duration.ofMillis(STEP));
		this.bench.run(RedisScript.FAIL, "a", "h/p:1", "", "host", "boom", "\n");
		assertThat(this.bench.contents().get("waiting")).isEqualTo(of("a", at(0)));
	}

	@Test
	void leasesThatAreBoundedMeanwhileEndByTheClock() {
		seed(Map.of("jobs", of("a", RECORD, "b", RECORD), "reserved", of("a", at(3_600_000), "b", inside(2117)),
				"leases", of("a", lease("h/p:1;1;5;1000", 0), "b", lease("h/p:1;1;5;30000", 0)), "meta",
				of("stepped", "0")));
		reserve();
		assertThat(this.bench.contents().get("reserved")).isEqualTo(of("a", inside(2117), "b", inside(2117)));
	}

	@Test
	void burialsAndFailuresAreNotedByTheClock() {
		seedWaiting("a", inside(3000));
		this.bench.run(RedisScript.BURY_WAITING, "host", "boom", "a");
		assertThat(this.bench.contents()).containsEntry("failed", of("a", at(0)))
			.containsEntry("failures", of("a", "0;" + at(13946) + ";" + at(0) + ";host\nboom\u001e0;\n\u001e"));
	}

	@Test
	void rescheduledJobThatHasFailedNotesTheTimeThatItsScoreStandsFor() {
		seedWaiting("a", at(0));
		this.bench.seed(Map.of("failures", of("a", "1;3;4;h\nboom")));
		this.bench.run(RedisScript.RESCHEDULE, "+1000", "a");
		assertThat(this.bench.contents()).containsEntry("waiting", of("a", inside(2117)))
			.containsEntry("failures", of("a", "1;" + at(1011) + ";4;h\nboom"));
	}

	@Test
	void priorityChangesNothing() {
		seed(Map.of());
		this.bench.run(RedisScript.SUBMIT, "a", "+1000", "0h", RECORD, "b", "+1000", "0l", RECORD, "c", "+0", "0h",
				RECORD, "d", "+0", "0l", RECORD);
		assertThat(this.bench.contents()).containsEntry("waiting-high", of("a", inside(2117), "c", inside(REACHED)))
			.containsEntry("waiting-low", of("b", inside(2117), "d", inside(REACHED)));
		assertThat(ids(reserve())).containsExactly("c", "d");
	}

	@Test
	void markStaysEvenIfItIsWrittenForAWait() {
		seedWaiting("a", at(STEP));
		this.bench.run(RedisScript.SUBMIT, "a", "+5", "0", RECORD, "w");
		assertThat(this.bench.contents().get("meta")).isEqualTo(of("clock", at(STEP)));
	}

	@Test
	void markGoesOnOnceTheClockHasCaughtUp() {
		seed(Map.of());
		this.bench.clock().advance(Duration.ofMillis(STEP + 999));
		submit("a", "+5");
		assertThat(this.bench.contents().get("meta")).containsEntry("clock", at(-999));
		this.bench.clock().advance(Duration.ofMillis(1));
		submit("b", "+5");
		assertThat(this.bench.contents().get("meta")).containsEntry("clock", at(0));
	}

	@Test
	void sleeperThatLooksAtATimeThatHadComeBeforeIsNotWaitedFor() {
		seed(Map.of("meta", of("armed", at(STEP))));
		submit("a", "+1000");
		assertThat(this.bench.contents().get("meta")).isNotEqualTo(of("clock", at(STEP), "armed", at(STEP)));
	}

	@ParameterizedTest
	@CsvSource({ "1979, false", "1980, true", "2117, true", "2118, false" })
	void sleeperIsWaitedForUntilOneSecondAfterItShouldHaveLooked(int armed, boolean waitedFor) {
		seed(Map.of("meta", of("armed", inside(armed))));
		submit("a", "+1000");
		assertThat(this.bench.contents().get("meta").get("armed").equals(inside(armed))).isEqualTo(waitedFor);
	}

	@Test
	void nextEventIsToldByTheClock() {
		seedWaiting("a", inside(2117));
		assertThat(reserve()).containsExactly(now() * 1000, 1_011_000L, List.of(), List.of(0L, 0L));
		this.bench.clock().advance(Duration.ofMillis(1011));
		assertThat(reserve()).contains("a");
	}

	@Test
	void scoresOfAnEarlierMarkAreReady() {
		seedWaiting("a", inside(4095));
		this.bench.clock().advance(Duration.ofMillis(STEP + 1));
		assertThat(this.bench.run(RedisScript.STATUS, 1000)).startsWith(0L, 1L);
		this.bench.seed(Map.of("meta", of("clock", at(STEP))));
		assertThat(reserve()).contains("a", now() - 15);
	}

	@Test
	void scoresBeyondAMarkThatWasSetAnewWaitForTheClock() {
		seedWaiting("a", inside(1));
		this.bench.clock().advance(Duration.ofMillis(-30_001));
		assertThat(reserve()).containsExactly(now() * 1000, 60_001_000L, List.of(), List.of(0L, 0L));
		this.bench.clock().advance(Duration.ofMillis(60_001));
		assertThat(reserve()).contains("a");
	}

	@Test
	void pagesFollowTheScores() {
		seedWaiting("a", at(STEP), "z", inside(2117), "c", inside(2117), "x", inside(2118), "b", at(STEP + 1));
		List<Object> page = this.bench.run(RedisScript.PAGE, 1, "", 2, 262_144, "", "");
		assertThat(page).startsWith(0L, "x").contains("c", "z", now() + 1011);
		String score = String.valueOf(page.get(page.size() - 5));
		assertThat(new BigDecimal(ScoreCodec.of(ScoreCodec.parse(score.getBytes(StandardCharsets.US_ASCII))))
			.doubleValue()).isEqualTo(Double.parseDouble(inside(2117)));
		assertThat(ids(this.bench.run(RedisScript.PAGE, 1, "", 9, 262_144,
				ScoreCodec.of(ScoreCodec.parse(score.getBytes(StandardCharsets.US_ASCII))), "c")))
			.containsExactly("z", "x", "b");
		assertThat(ids(this.bench.run(RedisScript.PAGE, 2, "", 9, 262_144, "", ""))).containsExactly("a");
		assertThat(ids(this.bench.run(RedisScript.PAGE, 2, "", 9, 262_144, "", "", 1))).containsExactly("a");
		assertThat(ids(this.bench.run(RedisScript.PAGE, 1, "", 9, 262_144, "", "", 1))).containsExactly("b", "x", "z",
				"c");
	}

	@Test
	void newestReadyJobsBeginWithThoseOfTheLastReadyScore() {
		seedWaiting("a", at(STEP), "c", inside(2117), "x", inside(2118));
		this.bench.run(RedisScript.RESCHEDULE, "+0", "c");
		assertThat(ids(this.bench.run(RedisScript.PAGE, 2, "", 9, 262_144, "", "", 1))).containsExactly("c", "a");
		assertThat(ids(this.bench.run(RedisScript.PAGE, 1, "", 9, 262_144, "", "", 1))).containsExactly("x");
	}

	@Test
	void forecastCountsByTheTimesThatScoresStandFor() {
		seedWaiting("a", at(STEP), "b", inside(2117), "c", inside(2118), "d", inside(4095), "e", at(STEP + 5));
		assertThat(this.bench.run(RedisScript.FORECAST, now(), 1000, 3)).containsExactly(0L, 2L, 0L);
		assertThat(this.bench.run(RedisScript.FORECAST, now(), 10_000, 4)).containsExactly(2L, 0L, 1L, 2L);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2 })
	void purgeTellsReadyFromDelayed(int state) {
		seedWaiting("a", at(STEP), "b", inside(REACHED), "c", inside(REACHED + 1), "d", at(STEP + 1));
		assertThat(this.bench.run(RedisScript.PURGE, state, 10)).containsExactly(2L);
		assertThat(this.bench.contents().get("waiting"))
			.containsOnlyKeys((state == 1) ? List.of("a", "b") : List.of("c", "d"));
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2 })
	void purgeAtOnceTellsReadyFromDelayed(int state) {
		seedWaiting("a", at(STEP), "b", inside(REACHED), "c", inside(REACHED + 1), "d", at(STEP + 1));
		Map<String, String> kept = new TreeMap<>(this.bench.contents().get("waiting"));
		kept.keySet().removeAll((state == 1) ? List.of("c", "d") : List.of("a", "b"));
		assertThat(this.bench.run(RedisScript.PURGE_AT_ONCE, state)).containsExactly(2L);
		assertThat(this.bench.contents()).containsEntry("waiting", kept);
	}

	@Test
	void statusTellsNoAgeBelowZero() {
		seedWaiting("a", at(STEP));
		assertThat(this.bench.run(RedisScript.STATUS, 1000)).startsWith(0L, 1L, 0L, 0L, 0L);
		seedWaiting("b", at(-7));
		assertThat(this.bench.run(RedisScript.STATUS, 1000)).startsWith(0L, 2L, 0L, 0L, 7L);
	}

	@Test
	void jobsMoveWithTheTimesThatTheirScoresStandFor() {
		seedWaiting("a", at(STEP), "b", inside(2117), "c", at(STEP + 5), "d", at(-5));
		this.bench.seed(Map.of("meta", of("layout", "1>2;7")));
		assertThat(this.bench.run(RedisScript.MOVE_READ, "1>2;7", 100_000, "a", "b", "c", "d")).contains("a", at(0))
			.contains("b", at(1011))
			.contains("c", at(STEP + 5))
			.contains("d", at(-5));
	}

	@Test
	void jobsThatMoveHereWaitByTheMarkOfThisPartition() {
		seed(Map.of("meta", of("layout", "1>2;7")));
		this.bench.run(RedisScript.MOVE_WRITE, "1>2;7", "a", "", at(0), RECORD, "", "b", "", at(1000), RECORD, "", "c",
				"", at(STEP + 5), RECORD, "", "d", "", at(-5), RECORD, "");
		assertThat(this.bench.contents().get("waiting"))
			.isEqualTo(of("a", at(0), "b", inside(2117), "c", at(STEP + 5), "d", at(-5)));
	}

	@Test
	void leaseThatAMoveEndsStaysWhereItWas() {
		seed(Map.of("jobs", of("a", RECORD), "reserved", of("a", inside(2000)), "leases",
				of("a", lease("h/p:1;1;5;30000", 0)), "meta", of("layout", "1>2;7")));
		this.bench.run(RedisScript.MOVE_EXPIRE, "1>2;7", "a");
		assertThat(this.bench.contents().get("waiting")).isEqualTo(of("a", inside(2000)));
	}

	@Test
	void nothingIsEarlyWhenDoublesHaveFewerDigits() {
		this.bench.clock().set(Instant.ofEpochMilli(1L << 41));
		seed(Map.of());
		submit("a", "+1000");
		assertThat(this.bench.contents().get("waiting")).isEqualTo(of("a", inside(2118)));
		assertThat(reserve()).containsExactly(now() * 1000, 1_026_000L, List.of(), List.of(0L, 0L));
	}

}
