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

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptLibrary;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@code ack-history.lua}, {@code runs.lua}, and the finished runs that
 * {@code resubmit.lua} and {@code cancel.lua} keep.
 */
@ExtendWith(OutputCaptureExtension.class)
class HistoryScriptTests extends ScriptTests {

	private static final String TOKEN = "host-a/p:1";

	private static final String HUNDRED = "100;;0";

	@Test
	void ackKeepsARunAndDeletesTheJob() {
		reserve("a", "2;5;20;" + at(-40) + ";" + at(-50), 15, "1;;\n&delay_submittedAt=" + at(-90) + "&x=y\npayload");
		this.bench.seed(Map.of("failures", of("a", "1;3;1;h\nboom")));
		assertThat(ack(HUNDRED, "a", TOKEN, "7")).containsExactly(1L);
		assertThat(this.bench.contents()).isEqualTo(
				Map.of("runs", of("last", "1", "1", "d" + at(0) + ";7;50;90;2;;host-a;a"), "run-ids", of("a", "1")));
	}

	@Test
	void runOfUnknownLengthStartsOneTtrBeforeTheEndOfItsLease() {
		reserve("a", "1;5;20;3;" + at(-5), 15, RECORD);
		ack(HUNDRED, "a", TOKEN, "");
		assertThat(run(1)).isEqualTo("d" + at(0) + ";5;5;;1;;host-a;a");
	}

	@Test
	void runStartsAndIsSubmittedAtItsEndAtTheLatest() {
		reserve("a", "1;5;20;3;" + at(5), 50, "1;;\ndelay_submittedAt=" + at(900) + "\n");
		ack(HUNDRED, "a", TOKEN, "");
		assertThat(run(1)).isEqualTo("d" + at(0) + ";0;-5;0;1;;host-a;a");
	}

	@ParameterizedTest
	@ValueSource(strings = { "1;;\nx_delay_submittedAt=5\n", "1;;\n\n&delay_submittedAt=5\n", "", "broken",
			"1;;\ndelay_submittedAt=x\n" })
	void submitTimeIsUnknownUnlessAHeaderHasIt(String record) {
		reserve("a", "1;5;20;3;" + at(0), 20, record);
		ack(HUNDRED, "a", TOKEN, "0");
		assertThat(run(1)).isEqualTo("d" + at(0) + ";0;0;;1;;host-a;a");
	}

	@ParameterizedTest
	@ValueSource(strings = { "1;;\ndelay_submittedAt=%s\n", "1;;\ndelay_submittedAt=%s&x=1\n",
			"1;;\na=1&delay_submittedAt=%s&x=1\nbody", "1h;5;3\nx_delay_submittedAt=1&delay_submittedAt=%s\n" })
	void submitTimeIsInAnyHeader(String record) {
		reserve("a", "1;5;20;3;" + at(0), 20, record.formatted(at(-900)));
		ack(HUNDRED, "a", TOKEN, "0");
		assertThat(run(1)).isEqualTo("d" + at(0) + ";0;0;900;1;;host-a;a");
	}

	@Test
	void leasesOfOneCallAreReadOneByOne() {
		reserve("a", "1;5;20;3;" + at(0), 20, RECORD);
		reserve("b", "2;5;30;3;" + at(-7), 20, RECORD);
		reserve("c", "2;3;20;" + at(0) + ";" + at(0) + ";u;f5", 20, RECORD);
		reserve("d", "1;5;20;3;" + at(0), 20, RECORD);
		assertThat(ack(HUNDRED, "a", TOKEN, "0", "b", TOKEN, "4", "c", TOKEN, "", "d", TOKEN, "0")).containsExactly(1L,
				1L, 1L, 1L);
		assertThat(this.bench.contents().get("runs")).isEqualTo(of("last", "4", "1", done("", "a"), "2",
				"d" + at(0) + ";4;7;;2;;host-a;b", "3", "h" + at(0) + ";0;0;;5;;host-a;c", "4", done("", "d")));
	}

	@Test
	void runsOfOneCallHaveTheHostsOfTheirOwnTokens() {
		reserve("a", "1;5;20;3;" + at(0), 20, RECORD);
		reserve("b", "1;5;20;3;" + at(0), 20, RECORD);
		this.bench.seed(Map.of("leases", of("b", "host-b/p:7;1;5;20;3;" + at(0))));
		ack(HUNDRED, "a", TOKEN, "0", "b", "host-b/p:7", "0");
		assertThat(run(1)).isEqualTo(done("", "a"));
		assertThat(run(2)).isEqualTo("d" + at(0) + ";0;0;;1;;host-b;b");
	}

	@Test
	void ackInFailureHandlingSaysSo() {
		reserve("a", "2;3;20;" + at(0) + ";" + at(0) + ";u;f5", 20, RECORD);
		ack(HUNDRED, "a", TOKEN, "0");
		assertThat(run(1)).isEqualTo("h" + at(0) + ";0;0;;5;;host-a;a");
	}

	@ParameterizedTest
	@ValueSource(strings = { "1;5;20", "1;5;20;7", "1;5;20;7;x", "1;5;20;7;3;n", "" })
	void leaseThatCannotBeReadEndsByItsTokenWithoutARun(String terms, CapturedOutput output) {
		reserve("a", terms, 15, RECORD);
		reserve("b", "1;5;20;3;" + at(0), 20, RECORD);
		assertThat(ack(HUNDRED, "a", TOKEN + "2", "7", "a", TOKEN, "7", "a", TOKEN, "7", "b", TOKEN, "0"))
			.containsExactly(0L, 1L, 0L, 1L);
		assertThat(this.bench.contents())
			.isEqualTo(Map.of("runs", of("last", "1", "1", done("", "b")), "run-ids", of("b", "1")));
		assertThat(output).contains("could not be added to its history");
	}

	@Test
	void runsOfOneIdAreLinked() {
		for (String id : List.of("a", "b", "a")) {
			finish(HUNDRED, id);
		}
		assertThat(this.bench.contents().get("runs"))
			.isEqualTo(of("last", "3", "1", done("", "a"), "2", done("", "b"), "3", done("1", "a")));
		assertThat(this.bench.contents().get("run-ids")).isEqualTo(of("a", "3", "b", "2"));
	}

	@Test
	void acksOfOneCallAnswerEachJobAndKeepTheirOrder() {
		reserve("a", "1;5;20;3;" + at(0), 20, RECORD);
		reserve("b", "1;5;20;3;" + at(0), 20, RECORD);
		assertThat(ack(HUNDRED, "b", TOKEN, "0", "x", TOKEN, "0", "a", "host-a/p:2", "0", "a", TOKEN, "0", "a", TOKEN,
				"0"))
			.containsExactly(1L, 0L, 0L, 1L, 0L);
		assertThat(this.bench.contents()).isEqualTo(Map.of("runs",
				of("last", "2", "1", done("", "b"), "2", done("", "a")), "run-ids", of("a", "2", "b", "1")));
	}

	@Test
	void recordsAreKeptWithThePayloadsAndRemovedWithTheirRuns() {
		finish("2;;1", "a");
		finish("2;;0", "b");
		assertThat(this.bench.contents().get("run-records")).isEqualTo(of("1", RECORD));
		finish("2;;1", "c");
		assertThat(this.bench.contents())
			.isEqualTo(Map.of("runs", of("last", "3", "2", done("", "b"), "3", done("", "c")), "run-ids",
					of("b", "2", "c", "3"), "run-records", of("3", RECORD)));
	}

	@Test
	void idStaysListedWhileItHasANewerRun() {
		for (String id : List.of("a", "a", "b")) {
			finish("2;;0", id);
		}
		assertThat(this.bench.contents()).isEqualTo(Map.of("runs",
				of("last", "3", "2", done("1", "a"), "3", done("", "b")), "run-ids", of("a", "2", "b", "3")));
		finish("2;;0", "a");
		finish("2;;0", "b");
		finish("2;;0", "a");
		assertThat(runs()).containsOnly(Map.entry("5", done("3", "b")), Map.entry("6", done("4", "a")));
		assertThat(list("a", 10, "")).containsExactly(0L, 0L, 6L, done("4", "a"), null);
	}

	@Test
	void lowerLimitTakesEffectStepByStep() {
		seedRuns(600);
		finish("5;;0", "x");
		assertThat(runs()).hasSize(400).doesNotContainKey("201").containsKey("202");
		assertThat(this.bench.contents().get("run-ids")).hasSize(400);
		finish("5;;0", "y");
		assertThat(runs()).hasSize(200);
		finish("5;;0", "z");
		assertThat(runs()).containsOnlyKeys("599", "600", "601", "602", "603");
		assertThat(this.bench.contents().get("run-ids")).hasSize(5);
	}

	@Test
	void manyRunsOfOneCallRemoveAFewMoreThanAreStored() {
		seedRuns(600);
		assertThat(ackMany("5;;0", 150)).hasSize(150).containsOnly(1L);
		assertThat(runs()).hasSize(400).doesNotContainKey("350").containsKey("351");
	}

	@Test
	void callEndsAtMost150Jobs() {
		assertThat(ackMany("1000;;0", 152)).hasSize(152).startsWith(1L).endsWith(1L, 2L, 2L);
		assertThat(runs()).hasSize(150);
		assertThat(this.bench.contents().get("leases")).hasSize(2);
	}

	@Test
	void runsThatWereNotStoredLeaveNoGap() {
		try (ScriptBench broken = new ScriptBench(RedisSpace.shared(),
				(clock) -> new ScriptLibrary((file) -> clock.read(file)
					.replace("redis.call('HSET', KEYS[key - 2]", "redis.call('HSET', KEYS[9], KEYS[key - 2]")))) {
			broken.seed(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(60)), "runs",
					of("last", "1", "1", done("", "x")), "run-ids", of("x", "1")));
			assertThat(broken.run(RedisScript.CANCEL, HUNDRED, "a")).containsExactly(1L);
			assertThat(broken.contents().get("runs")).isEqualTo(of("last", "1", "1", done("", "x")));
		}
	}

	@Test
	void runsAreRemovedWhenTheyAreOlderThanTheMaximumAge() {
		finishMany("100;1000;0", 12);
		this.bench.clock().advance(Duration.ofMillis(1000));
		finish("100;1000;0", "x");
		assertThat(runs()).hasSize(13);
		this.bench.clock().advance(Duration.ofMillis(1));
		finish("100;1000;0", "y");
		assertThat(runs()).containsOnlyKeys("13", "14");
	}

	@Test
	void newestRunAlwaysStays() {
		this.bench
			.seed(Map.of("runs", of("last", "1", "1", "d" + at(-5000) + ";0;0;;1;;host-a;a"), "run-ids", of("a", "1")));
		finish("1;1;0", "b");
		assertThat(runs()).containsOnlyKeys("2");
	}

	@ParameterizedTest
	@ValueSource(strings = { "2;;0", "100;1000;0" })
	void runThatCannotBeReadIsRemovedInItsTurn(String limits) {
		this.bench.seed(Map.of("runs", of("last", "2", "1", "broken", "2", done("", "b")), "run-ids", of("b", "2")));
		finish(limits, "c");
		assertThat(runs()).containsOnlyKeys("2", "3");
	}

	@Test
	void largeRecordsLeaveJobsForAnotherCall() {
		String large = "1;;\n\n" + "x".repeat(100_000);
		List<Object> acks = new ArrayList<>(List.of("100;;1"));
		for (String id : List.of("a", "b", "c", "d")) {
			reserve(id, "1;5;20;3;" + at(0), 20, large);
			acks.addAll(List.of(id, TOKEN, "0"));
		}
		assertThat(this.bench.run(RedisScript.ACK_HISTORY, acks.toArray())).containsExactly(1L, 1L, 1L, 2L);
		assertThat(this.bench.contents().get("leases")).containsOnlyKeys("d");
		assertThat(this.bench.contents().get("run-records")).containsOnlyKeys("1", "2", "3");
	}

	@Test
	void largeRecordsLeaveResubmittedJobsForAnotherCall() {
		String large = "1;;\n\n" + "x".repeat(300_000);
		List<Object> resubmits = new ArrayList<>(List.of(HUNDRED));
		for (String id : List.of("a", "b")) {
			reserve(id, "1;5;20;3;" + at(0), 20, large);
			resubmits.addAll(List.of(id, TOKEN, "+5", "", RECORD, "0"));
		}
		assertThat(this.bench.run(RedisScript.RESUBMIT, resubmits.toArray())).containsExactly(1L, 2L);
		assertThat(this.bench.contents().get("leases")).containsOnlyKeys("b");
	}

	@Test
	void largeRecordsLeaveExpiredJobsForAnotherCall() {
		String large = "1;;\n\n" + "x".repeat(300_000);
		reserve("a", "1;5;20;3;" + at(0), 20, large);
		reserve("b", "1;5;20;3;" + at(0), 20, large);
		assertThat(this.bench.run(RedisScript.EXPIRE, HUNDRED, "a", TOKEN, "b", TOKEN)).containsExactly(1L, 2L);
		assertThat(this.bench.contents().get("leases")).containsOnlyKeys("b");
	}

	@Test
	void largeRecordsLeaveCancelledJobsForAnotherCall() {
		String large = "1;;\n\n" + "x".repeat(300_000);
		this.bench.seed(Map.of("jobs", of("a", large, "b", large), "waiting", of("a", at(60), "b", at(60))));
		assertThat(this.bench.run(RedisScript.CANCEL, HUNDRED, "x", "a", "b")).containsExactly(0L, 1L);
		assertThat(this.bench.contents().get("jobs")).containsOnlyKeys("b");
	}

	@Test
	void largeFailuresLeaveCancelledJobsForAnotherCall() {
		String large = "1;3;1;h\n" + "x".repeat(300_000);
		this.bench.seed(Map.of("jobs", of("a", RECORD, "b", RECORD), "waiting", of("a", at(60), "b", at(60)),
				"failures", of("a", large, "b", large)));
		assertThat(this.bench.run(RedisScript.CANCEL, HUNDRED, "x", "a", "b")).containsExactly(0L, 1L);
		assertThat(this.bench.contents().get("jobs")).containsOnlyKeys("b");
	}

	@Test
	void jobThatIsCancelledTwiceInOneCallHasOneRun() {
		this.bench.seed(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(60))));
		assertThat(this.bench.run(RedisScript.CANCEL, HUNDRED, "a", "a")).containsExactly(1L, 1L);
		assertThat(runs()).containsOnlyKeys("1");
	}

	@Test
	void resubmitKeepsARun() {
		reserve("a", "2;5;20;" + at(-40) + ";" + at(-50), 15, RECORD);
		assertThat(this.bench.run(RedisScript.RESUBMIT, "100;;1", "a", TOKEN, "+50", "", "1;;\n\nnext", "7"))
			.containsExactly(1L);
		assertThat(this.bench.contents()).isEqualTo(Map.of("jobs", of("a", "1;;\n\nnext"), "waiting", of("a", at(50)),
				"meta", armed(50), "runs", of("last", "1", "1", "d" + at(0) + ";7;50;;2;;host-a;a"), "run-ids",
				of("a", "1"), "run-records", of("1", RECORD)));
	}

	@Test
	void resubmittedRunOfUnknownLengthStartsOneTtrBeforeTheEndOfItsLease() {
		reserve("a", "1;5;20;3;" + at(-5), 15, RECORD);
		this.bench.run(RedisScript.RESUBMIT, HUNDRED, "a", TOKEN, "+50", "", RECORD, "");
		assertThat(run(1)).isEqualTo("d" + at(0) + ";5;5;;1;;host-a;a");
	}

	@Test
	void resubmitInFailureHandlingSaysSo() {
		reserve("a", "2;3;20;" + at(0) + ";" + at(0) + ";u;f5", 20, RECORD);
		this.bench.run(RedisScript.RESUBMIT, HUNDRED, "a", TOKEN, "+50", "", RECORD, "0");
		assertThat(run(1)).isEqualTo("h" + at(0) + ";0;0;;5;;host-a;a");
	}

	@Test
	void cancelKeepsARunWithoutStartAndHost() {
		this.bench.seed(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(60)), "failures",
				of("a", "2;" + at(-30) + ";1;h\nboom")));
		assertThat(this.bench.run(RedisScript.CANCEL, "100;;1", "a")).containsExactly(1L);
		assertThat(this.bench.contents())
			.isEqualTo(Map.of("meta", clock(), "runs", of("last", "1", "1", "c" + at(0) + ";;30;;2;;;a"), "run-ids",
					of("a", "1"), "run-records", of("1", RECORD)));
	}

	@Test
	void cancelledJobThatIsNotYetDueHasADueTimeAhead() {
		this.bench.seed(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(60))));
		this.bench.run(RedisScript.CANCEL, HUNDRED, "a");
		assertThat(run(1)).isEqualTo("c" + at(0) + ";;-60;;0;;;a");
	}

	@Test
	void cancelWithoutHistoryKeepsNoRun() {
		this.bench.seed(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(60))));
		this.bench.run(RedisScript.CANCEL, "", "a");
		assertThat(this.bench.contents()).isEqualTo(Map.of("meta", clock()));
		assertThat(this.bench.run(RedisScript.CANCEL, HUNDRED, "a")).containsExactly(0L);
		assertThat(this.bench.contents()).isEqualTo(Map.of("meta", clock()));
	}

	@ParameterizedTest
	@CsvSource({ "ACK_HISTORY, runs", "ACK_HISTORY, run-ids", "ACK_HISTORY, run-records", "RESUBMIT, runs",
			"RESUBMIT, run-ids", "RESUBMIT, run-records", "CANCEL, runs", "CANCEL, run-ids", "CANCEL, run-records",
			"EXPIRE, runs", "EXPIRE, run-ids", "EXPIRE, run-records" })
	void keyOfTheWrongTypeLosesTheRunButNotTheEndOfTheJob(RedisScript script, String wrong) {
		this.bench.space().leaveUnaudited();
		String key = this.bench.space().key(ScriptBench.TOPIC, wrong);
		this.bench.space().template().opsForList().leftPush(key, "somebody else's");
		reserve("a", "1;5;20;3;" + at(0), 20, RECORD);
		List<Object> reply = switch (script) {
			case ACK_HISTORY -> ack("100;;1", "a", TOKEN, "0");
			case RESUBMIT -> this.bench.run(script, "100;;1", "a", TOKEN, "+5", "", RECORD, "0");
			case EXPIRE -> this.bench.run(script, "100;;1", "a", TOKEN);
			default -> this.bench.run(script, "100;;1", "a");
		};
		assertThat(reply).containsExactly((script == RedisScript.CANCEL) ? 3L : 1L);
		this.bench.space().template().delete(key);
		assertThat(this.bench.contents()).doesNotContainKeys("reserved", "leases", "runs", "run-ids", "run-records");
	}

	@Test
	void runsAreListedNewestFirst() {
		finish("100;;1", "a");
		finish("100;;0", "b");
		finish("100;;0", "a");
		assertThat(list("", 2, "")).containsExactly(1L, now(), 3L, done("1", "a"), null, 2L, done("", "b"), null);
		assertThat(list("", 2, "2")).containsExactly(0L, 0L, 1L, done("", "a"), RECORD);
		assertThat(list("a", 1, "")).containsExactly(1L, now(), 3L, done("1", "a"), null);
		assertThat(list("a", 1, "3")).containsExactly(0L, 0L, 1L, done("", "a"), RECORD);
		assertThat(list("a", 1, "1")).containsExactly(0L, 0L);
		assertThat(list("b", 5, "")).containsExactly(0L, 0L, 2L, done("", "b"), null);
		assertThat(list("c", 5, "")).containsExactly(0L, 0L);
	}

	@Test
	void pageEndsBeforeItsRecordsAreTooLarge() {
		for (int i = 0; i < 3; i++) {
			reserve("a", "1;5;20;3;" + at(0), 20, "1;;\n\n" + "x".repeat(150_000));
			ack("100;;1", "a", TOKEN, "0");
		}
		for (String id : List.of("", "a")) {
			List<Object> reply = list(id, 10, "");
			assertThat(reply).hasSize(5).startsWith(2L, now(), 3L);
		}
	}

	@Test
	void pageEndsAfterAThousandRunsThatCannotBeRead() {
		this.bench.space().leaveUnaudited();
		seedUnreadableRuns(1002);
		finish("100000;;0", "b");
		assertThat(list("", 1, "")).containsExactly(2L, 0L, 1003L, done("", "b"), null);
		assertThat(list("", 1, "1003")).containsExactly(2L, 0L);
		assertThat(list("", 1, "3")).containsExactly(0L, 0L, 1L, done("", "a"), null);
	}

	@Test
	void runsThatCannotBeReadAreReadManyAtATime() {
		this.bench.space().leaveUnaudited();
		seedUnreadableRuns(1000);
		CommandCounts counts = new CommandCounts(this.bench.space().template());
		counts.reset();
		assertThat(list("", 1, "")).containsExactly(0L, 0L, 1L, done("", "a"), null);
		assertThat(counts.calls().get("hmget")).isLessThan(25);
	}

	@ParameterizedTest
	@ValueSource(strings = { "2", "3" })
	void runsOfAnIdEndAtAPreviousRunThatIsNotBefore(String previous) {
		this.bench
			.seed(Map.of("runs", of("last", "3", "1", done("", "a"), "2", done(previous, "a"), "3", done("2", "a")),
					"run-ids", of("a", "3")));
		assertThat(list("a", 10, "")).containsExactly(0L, 0L, 3L, done("2", "a"), null, 2L, done(previous, "a"), null);
	}

	@Test
	void runsOfAnIdEndAtARunOfAnotherId() {
		this.bench.space().leaveUnaudited();
		this.bench.seed(Map.of("runs", of("last", "3", "1", done("", "a"), "2", done("1", "b"), "3", done("2", "a")),
				"run-ids", of("a", "3")));
		assertThat(list("a", 10, "")).containsExactly(0L, 0L, 3L, done("2", "a"), null);
	}

	@Test
	void positionOfARunThatWasRemovedEndsTheList() {
		for (int i = 0; i < 5; i++) {
			finish("2;;0", "a");
		}
		assertThat(list("", 10, "2")).containsExactly(0L, 0L);
		assertThat(list("a", 10, "2")).containsExactly(0L, 0L);
		assertThat(list("", 10, "999")).hasSize(8);
	}

	private void reserve(String id, String terms, long deadline, String record) {
		this.bench.seed(Map.of("jobs", of(id, record), "reserved", of(id, at(deadline)), "leases",
				of(id, TOKEN + ";" + terms)));
	}

	private List<Object> ack(Object... arguments) {
		return this.bench.run(RedisScript.ACK_HISTORY, arguments);
	}

	private void finish(String limits, String id) {
		reserve(id, "1;5;20;3;" + at(0), 20, RECORD);
		assertThat(ack(limits, id, TOKEN, "0")).containsExactly(1L);
	}

	private void finishMany(String limits, int jobs) {
		IntStream.range(0, jobs).forEach((i) -> finish(limits, "job-" + i));
	}

	private void seedRuns(int count) {
		Map<String, String> runs = new HashMap<>(Map.of("last", Integer.toString(count)));
		Map<String, String> ids = new HashMap<>();
		for (int i = 1; i <= count; i++) {
			runs.put(Integer.toString(i), done("", "job-" + i));
			ids.put("job-" + i, Integer.toString(i));
		}
		this.bench.seed(Map.of("runs", runs, "run-ids", ids));
	}

	// A run of a, and newer ones.
	private void seedUnreadableRuns(int number) {
		Map<String, String> runs = new HashMap<>(of("last", Integer.toString(number), "1", done("", "a")));
		IntStream.rangeClosed(2, number).forEach((i) -> runs.put(Integer.toString(i), "broken"));
		this.bench.seed(Map.of("runs", runs, "run-ids", of("a", "1")));
	}

	private List<Object> ackMany(String limits, int jobs) {
		List<Object> acks = new ArrayList<>(List.of(limits));
		for (int i = 0; i < jobs; i++) {
			reserve("new-" + i, "1;5;20;3;" + at(0), 20, RECORD);
			acks.addAll(List.of("new-" + i, TOKEN, "0"));
		}
		return ack(acks.toArray());
	}

	private String done(String previous, String id) {
		return "d" + at(0) + ";0;0;;1;" + previous + ";host-a;" + id;
	}

	private String run(int number) {
		return this.bench.contents().get("runs").get(Integer.toString(number));
	}

	private Map<String, String> runs() {
		Map<String, String> runs = new HashMap<>(this.bench.contents().get("runs"));
		runs.remove("last");
		return runs;
	}

	private List<Object> list(String id, int limit, String before) {
		return this.bench.run(RedisScript.RUNS, id, limit, 262_144, before);
	}

}
