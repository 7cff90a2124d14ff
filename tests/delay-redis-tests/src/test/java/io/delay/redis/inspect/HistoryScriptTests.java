// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.inspect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptBench;
import io.delay.redis.script.ScriptTests;

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
		assertThat(this.bench.contents())
			.isEqualTo(Map.of("runs", of(at(0) + "-0", "a d" + at(0) + ";7;50;90;2;host-a")));
	}

	@Test
	void runOfUnknownLengthStartsOneTtrBeforeTheEndOfItsLease() {
		reserve("a", "1;5;20;3;" + at(-5), 15, RECORD);
		ack(HUNDRED, "a", TOKEN, "");
		assertThat(run(0)).isEqualTo("d" + at(0) + ";5;5;;1;host-a");
	}

	@Test
	void startAndSubmitOfARunAreNotAfterItsEnd() {
		reserve("a", "1;5;20;3;" + at(5), 50, "1;;\ndelay_submittedAt=" + at(900) + "\n");
		ack(HUNDRED, "a", TOKEN, "");
		assertThat(run(0)).isEqualTo("d" + at(0) + ";0;-5;0;1;host-a");
	}

	@ParameterizedTest
	@ValueSource(strings = { "1;;\nx_delay_submittedAt=5\n", "1;;\n\n&delay_submittedAt=5\n", "", "broken",
			"1;;\ndelay_submittedAt=x\n" })
	void submitTimeIsUnknownUnlessAHeaderHasIt(String record) {
		reserve("a", "1;5;20;3;" + at(0), 20, record);
		ack(HUNDRED, "a", TOKEN, "0");
		assertThat(run(0)).isEqualTo("d" + at(0) + ";0;0;;1;host-a");
	}

	@ParameterizedTest
	@ValueSource(strings = { "1;;\ndelay_submittedAt=%s\n", "1;;\ndelay_submittedAt=%s&x=1\n",
			"1;;\na=1&delay_submittedAt=%s&x=1\nbody", "1h;5;3\nx_delay_submittedAt=1&delay_submittedAt=%s\n" })
	void submitTimeIsInAnyHeader(String record) {
		reserve("a", "1;5;20;3;" + at(0), 20, record.formatted(at(-900)));
		ack(HUNDRED, "a", TOKEN, "0");
		assertThat(run(0)).isEqualTo("d" + at(0) + ";0;0;900;1;host-a");
	}

	@Test
	void leasesOfOneCallAreReadSeparately() {
		reserve("a", "1;5;20;3;" + at(0), 20, RECORD);
		reserve("b", "2;5;30;3;" + at(-7), 20, RECORD);
		reserve("c", "2;3;20;" + at(0) + ";" + at(0) + ";u;f5", 20, RECORD);
		reserve("d", "1;5;20;3;" + at(0), 20, RECORD);
		assertThat(ack(HUNDRED, "a", TOKEN, "0", "b", TOKEN, "4", "c", TOKEN, "", "d", TOKEN, "0")).containsExactly(1L,
				1L, 1L, 1L);
		assertThat(this.bench.contents().get("runs"))
			.isEqualTo(of(at(0) + "-0", "a " + done(), at(0) + "-1", "b d" + at(0) + ";4;7;;2;host-a", at(0) + "-2",
					"c h" + at(0) + ";0;0;;5;host-a", at(0) + "-3", "d " + done()));
	}

	@Test
	void runsOfOneCallHaveTheHostsOfTheirOwnTokens() {
		reserve("a", "1;5;20;3;" + at(0), 20, RECORD);
		reserve("b", "1;5;20;3;" + at(0), 20, RECORD);
		this.bench.seed(Map.of("leases", of("b", "host-b/p:7;1;5;20;3;" + at(0))));
		ack(HUNDRED, "a", TOKEN, "0", "b", "host-b/p:7", "0");
		assertThat(run(0)).isEqualTo(done());
		assertThat(run(1)).isEqualTo("d" + at(0) + ";0;0;;1;host-b");
	}

	@Test
	void ackInFailureHandlingIsRecordedAsSuch() {
		reserve("a", "2;3;20;" + at(0) + ";" + at(0) + ";u;f5", 20, RECORD);
		ack(HUNDRED, "a", TOKEN, "0");
		assertThat(run(0)).isEqualTo("h" + at(0) + ";0;0;;5;host-a");
	}

	@Test
	void acksOfOneCallReturnOneResultForEachJobInOrder() {
		reserve("a", "1;5;20;3;" + at(0), 20, RECORD);
		reserve("b", "1;5;20;3;" + at(0), 20, RECORD);
		assertThat(ack(HUNDRED, "b", TOKEN, "0", "x", TOKEN, "0", "a", "host-a/p:2", "0", "a", TOKEN, "0", "a", TOKEN,
				"0"))
			.containsExactly(1L, 0L, 0L, 1L, 0L);
		assertThat(this.bench.contents())
			.isEqualTo(Map.of("runs", of(at(0) + "-0", "b " + done(), at(0) + "-1", "a " + done())));
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
		assertThat(this.bench.contents().get("runs")).hasSize(3);
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
		assertThat(this.bench.contents().get("runs")).hasSize(1);
	}

	@Test
	void resubmitKeepsARun() {
		reserve("a", "2;5;20;" + at(-40) + ";" + at(-50), 15, RECORD);
		assertThat(this.bench.run(RedisScript.RESUBMIT, "100;;1", "a", TOKEN, "+50", "", "1;;\n\nnext", "7"))
			.containsExactly(1L);
		assertThat(this.bench.contents()).isEqualTo(Map.of("jobs", of("a", "1;;\n\nnext"), "waiting", of("a", at(50)),
				"meta", armed(50), "runs", of(at(0) + "-0", "a d" + at(0) + ";7;50;;2;host-a " + RECORD)));
	}

	@Test
	void resubmittedRunOfUnknownLengthStartsOneTtrBeforeTheEndOfItsLease() {
		reserve("a", "1;5;20;3;" + at(-5), 15, RECORD);
		this.bench.run(RedisScript.RESUBMIT, HUNDRED, "a", TOKEN, "+50", "", RECORD, "");
		assertThat(run(0)).isEqualTo("d" + at(0) + ";5;5;;1;host-a");
	}

	@Test
	void resubmitInFailureHandlingIsRecordedAsSuch() {
		reserve("a", "2;3;20;" + at(0) + ";" + at(0) + ";u;f5", 20, RECORD);
		this.bench.run(RedisScript.RESUBMIT, HUNDRED, "a", TOKEN, "+50", "", RECORD, "0");
		assertThat(run(0)).isEqualTo("h" + at(0) + ";0;0;;5;host-a");
	}

	@Test
	void cancelKeepsARunWithoutStartAndHost() {
		this.bench.seed(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(60)), "failures",
				of("a", "2;" + at(-30) + ";1;h\nboom")));
		assertThat(this.bench.run(RedisScript.CANCEL, "100;;1", "a")).containsExactly(1L);
		assertThat(this.bench.contents())
			.isEqualTo(Map.of("meta", clock(), "runs", of(at(0) + "-0", "a c" + at(0) + ";;30;;2; " + RECORD)));
	}

	@Test
	void cancelledJobThatIsNotYetDueHasADueTimeAhead() {
		this.bench.seed(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(60))));
		this.bench.run(RedisScript.CANCEL, HUNDRED, "a");
		assertThat(run(0)).isEqualTo("c" + at(0) + ";;-60;;0;");
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
	@EnumSource(names = { "ACK_HISTORY", "RESUBMIT", "CANCEL", "EXPIRE" })
	void keyOfTheWrongTypeLosesTheRunButNotTheAck(RedisScript script, CapturedOutput output) {
		this.bench.space().leaveUnaudited();
		String key = this.bench.space().key(ScriptBench.TOPIC, "runs");
		this.bench.space().template().opsForList().leftPush(key, "somebody else's");
		reserve("a", "1;5;20;3;" + at(0), 20, RECORD);
		List<Object> reply = switch (script) {
			case ACK_HISTORY -> ack("100;;1", "a", TOKEN, "0");
			case RESUBMIT -> this.bench.run(script, "100;;1", "a", TOKEN, "+5", "", RECORD, "0");
			case EXPIRE -> this.bench.run(script, "100;;1", "a", TOKEN);
			default -> this.bench.run(script, "100;;1", "a");
		};
		assertThat(reply).containsExactly((script == RedisScript.CANCEL) ? 3L : 1L);
		assertThat(output).contains("could not be added to its history");
		this.bench.space().template().delete(key);
		assertThat(this.bench.contents()).doesNotContainKeys("reserved", "leases", "runs");
	}

	@Test
	void recordsAreKeptWithThePayloads() {
		finish("100;;1", "a");
		finish("100;;0", "b");
		assertThat(this.bench.contents())
			.isEqualTo(Map.of("runs", of(at(0) + "-0", "a " + done() + " " + RECORD, at(0) + "-1", "b " + done())));
	}

	@Test
	void entriesFollowEachOtherIfTheClockWentBack() {
		this.bench.seed(Map.of("runs", of(at(5) + "-1023", "x " + done())));
		finish(HUNDRED, "a");
		finish(HUNDRED, "b");
		assertThat(this.bench.contents().get("runs"))
			.isEqualTo(of(at(5) + "-1023", "x " + done(), at(6) + "-0", "a " + done(), at(6) + "-1", "b " + done()));
	}

	@Test
	void runsAreRemovedWhenTheyAreTooManyOrTooOld() {
		seedRuns(1000);
		finish("100;;0", "a");
		assertThat(this.bench.contents().get("runs")).hasSizeBetween(100, 300).containsKey(at(0) + "-0");
		finish("1000;500;0", "b");
		assertThat(this.bench.contents().get("runs")).hasSizeBetween(102, 300);
		this.bench.clock().advance(Duration.ofMillis(501));
		finish("1000;500;0", "c");
		assertThat(this.bench.contents().get("runs")).hasSizeBetween(1, 100).containsKey(at(0) + "-0");
		finish("1000;" + Long.MAX_VALUE / 10 + ";0", "d");
		assertThat(this.bench.contents().get("runs")).containsKey(at(0) + "-1");
	}

	@Test
	void runsAreListedNewestFirst() {
		finish("100;;1", "a");
		finish("100;;0", "b");
		finish("100;;0", "a");
		assertThat(list("", 2, "+")).containsExactly(2L, at(0) + "-0", at(0) + "-2", "a", done(), null, at(0) + "-1",
				"b", done(), null);
		assertThat(list("", 2, at(0) + "-0")).containsExactly(1L, "", at(0) + "-0", "a", done(), RECORD);
		assertThat(list("a", 1, "+")).containsExactly(1L, at(0) + "-1", at(0) + "-2", "a", done(), null);
		assertThat(list("b", 5, "+")).containsExactly(3L, "", at(0) + "-1", "b", done(), null);
		assertThat(list("c", 5, "+")).containsExactly(3L, "");
	}

	@Test
	void callReadsAThousandRuns() {
		seedRuns(1001);
		assertThat(list("job-1", 10, "+")).containsExactly(1000L, at(-1001) + "-0");
		assertThat(list("job-1", 10, at(-1001) + "-0")).containsExactly(1L, "", at(-1001) + "-0", "job-1", done(),
				null);
	}

	@Test
	void callEndsAfterLargeRecords() {
		for (int i = 0; i < 4; i++) {
			reserve("a", "1;5;20;3;" + at(0), 20, "1;;\n\n" + "x".repeat(150_000));
			ack("100;;1", "a", TOKEN, "0");
		}
		assertThat(list("", 10, "+")).hasSize(2 + 2 * 4).startsWith(2L, at(0) + "-1");
		assertThat(list("b", 10, "+")).containsExactly(2L, at(0) + "-1");
	}

	@Test
	void entryOfAnotherFormHasNoValues() {
		this.bench.space()
			.template()
			.opsForStream()
			.add(this.bench.space().key(ScriptBench.TOPIC, "runs"), Map.of("some", "thing"));
		assertThat(list("", 10, "+").subList(3, 6)).containsExactly("thing", "", null);
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

	// The oldest one first, one in each millisecond.
	private void seedRuns(int count) {
		Map<String, String> runs = new TreeMap<>();
		IntStream.rangeClosed(1, count).forEach((i) -> runs.put(at(i - count - 1) + "-0", "job-" + i + " " + done()));
		this.bench.seed(Map.of("runs", runs));
	}

	private String done() {
		return "d" + at(0) + ";0;0;;1;host-a";
	}

	private String run(int number) {
		return this.bench.contents().get("runs").get(at(0) + "-" + number).split(" ")[1];
	}

	private List<Object> list(String id, int limit, String from) {
		return this.bench.run(RedisScript.RUNS, id, limit, from);
	}

}
