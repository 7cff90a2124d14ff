// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.inspect;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptBench;
import io.delay.redis.script.ScriptTests;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@code cancel.lua}, {@code reschedule.lua}, {@code find.lua},
 * {@code bury-waiting.lua} and {@code status.lua}.
 */
class LookUpScriptTests extends ScriptTests {

	private Map<String, Map<String, String>> contents;

	@BeforeEach
	void seedOneJobPerState() {
		this.contents = Map.of("jobs", of("d", RECORD, "r", RECORD, "w", RECORD, "f", RECORD), "waiting",
				of("d", at(1), "r", at(0)), "reserved", of("w", at(20)), "leases", of("w", "h/p:1;2;5;20;7;3"),
				"failed", of("f", at(-7)), "failures", of("w", "1;3;1;h\nboom", "f", "5;3;1;h\nboom"), "meta",
				of("clock", at(0)));
		this.bench.seed(this.contents);
	}

	@Test
	void rescheduleMovesManyWaitingJobs() {
		assertThat(this.bench.run(RedisScript.RESCHEDULE, "+500", "w", "r", "x", "d", "f")).containsExactly(3L, 2L, 0L,
				1L, 4L);
		Map<String, Map<String, String>> after = this.bench.contents();
		assertThat(after.get("waiting")).isEqualTo(of("r", at(500), "d", at(500)));
		assertThat(after.get("meta")).isEqualTo(armed(500));
		assertThat(after.get("reserved")).isEqualTo(this.contents.get("reserved"));
		assertThat(after.get("failures")).isEqualTo(this.contents.get("failures"));
	}

	@Test
	void cancelOfMissingJobChangesNothing() {
		assertThat(this.bench.run(RedisScript.CANCEL, "", "x")).containsExactly(0L);
		assertThat(this.bench.contents()).isEqualTo(this.contents);
	}

	@Test
	void buryOfAMissingJobWritesNothing() {
		this.bench.space().template().delete(this.bench.space().key(ScriptBench.TOPIC, "meta"));
		assertThat(this.bench.run(RedisScript.BURY_WAITING, "host", "error", "x")).containsExactly(0L);
		assertThat(this.bench.contents()).doesNotContainKey("meta");
	}

	@ParameterizedTest
	@CsvSource({ "2;3;1;h;x,2;%s;1;h;x", "0;3;1;h;x,0;%s;1;h;x", "0;3,", "?,?" })
	void rescheduleRecordsADueTimeThatDiffersFromTheTimeOfTheJob(String failures, String after) {
		this.bench.seed(Map.of("failures", of("r", failures)));
		this.bench.run(RedisScript.RESCHEDULE, "+500", "r");
		assertThat(this.bench.contents().get("failures").get("r"))
			.isEqualTo((after != null) ? after.formatted(at(500)) : null);
	}

	@ParameterizedTest
	@CsvSource({ "2;3;1;h;x,3", "0;3,3", "?,-1", "," })
	void findReturnsTheRecordedDueTimeOtherwiseTheWaitingTime(String failures, Long dueTime) {
		if (failures != null) {
			this.bench.seed(Map.of("failures", of("r", failures)));
		}
		assertThat(this.bench.run(RedisScript.FIND, "r")).startsWith(2L, now(), (dueTime != null) ? dueTime : now());
	}

	@Test
	void findReturnsNoDueTimeIfTheLeaseOrTheFailuresAreUnreadable() {
		this.bench.seed(Map.of("leases", of("w", "?"), "failures", of("w", "?", "f", "?")));
		assertThat(this.bench.run(RedisScript.FIND, "w")).startsWith(3L, now() + 20, -1L);
		assertThat(this.bench.run(RedisScript.FIND, "f")).startsWith(4L, now() - 7, -1L);
	}

	@ParameterizedTest
	@CsvSource({ "w,3", "f,4", "x,0" })
	void rescheduleDoesNotChangeJobsInOtherStates(String id, long state) {
		assertThat(this.bench.run(RedisScript.RESCHEDULE, "+500", id)).containsExactly(state);
		assertThat(this.bench.contents()).isEqualTo(this.contents);
	}

	@Test
	void findReturnsStateTimeRecordAndFailures() {
		assertThat(this.bench.run(RedisScript.FIND, "f")).containsExactly(4L, now() - 7, 3L, RECORD, "5;3;1;h\nboom");
		assertThat(this.bench.run(RedisScript.FIND, "w")).containsExactly(3L, now() + 20, 3L, RECORD, "1;3;1;h\nboom",
				List.of("h/p:1", 2L, 5L, now(), 0L));
		assertThat(this.bench.contents()).isEqualTo(this.contents);
	}

	@ParameterizedTest
	@CsvSource({ "h/p:1 9;2;05;20;7;3;s;f4, 9", "-;1;1;20;7;3;u;f4,", "?," })
	void findReturnsTheHolderOfAReservedJob(String lease, Long since) {
		this.bench.seed(Map.of("leases", of("w", lease)));
		assertThat(this.bench.run(RedisScript.FIND, "w").get(5))
			.isEqualTo((since != null) ? List.of("h/p:1", 2L, 5L, since, 1L) : List.of());
	}

	@Test
	void statusReturnsTheNumberOfJobsInEachState() {
		assertThat(this.bench.run(RedisScript.STATUS, 1000)).startsWith(1L, 1L, 1L, 1L, 0L, "", 0L, 0L).hasSize(9);
		assertThat(this.bench.contents()).isEqualTo(this.contents);
	}

}
