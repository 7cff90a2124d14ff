// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.settle;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptTests;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@code ack.lua}, {@code release.lua}, {@code resubmit.lua}, {@code fail.lua},
 * {@code bury.lua}, {@code touch.lua} and {@code hand-back.lua}.
 */
class SettleScriptTests extends ScriptTests {

	private static final String TOKEN = "h/p:1";

	private Map<String, Map<String, String>> reserved(String lease, long deadline) {
		return Map.of("jobs", of("a", RECORD), "reserved", of("a", at(deadline)), "leases", of("a", lease));
	}

	private Object[] arguments(RedisScript script, String id, String token) {
		return switch (script) {
			case ACK, HAND_BACK_JOBS -> new Object[] { id, token };
			case RELEASE -> new Object[] { id, token, "+5" };
			case RESUBMIT -> new Object[] { "", id, token, "+5", "", "1;;\n\nnext", "" };
			case ACK_HISTORY -> new Object[] { "10;;0", id, token, "" };
			case FAIL -> new Object[] { id, token, "+5", "h", "boom", "7\n" };
			case BURY -> new Object[] { id, token, "h", "boom", "7\n" };
			case TOUCH -> new Object[] { id, token, "900", "0" };
			default -> throw new IllegalArgumentException();
		};
	}

	@ParameterizedTest
	@EnumSource(names = { "ACK", "ACK_HISTORY", "RELEASE", "RESUBMIT", "FAIL", "BURY", "TOUCH", "HAND_BACK_JOBS" })
	void staleTokenChangesNothing(RedisScript script) {
		for (String token : new String[] { "h/p:2", "h/p:", "h/p:11", "h/p:1;1" }) {
			this.bench.seed(reserved("h/p:1;1;5;20;7;3", 20));
			assertThat(this.bench.run(script, arguments(script, "a", token))).as(token).containsExactly(0L);
			Map<String, Map<String, String>> contents = this.bench.contents();
			contents.remove("meta");
			assertThat(contents).as(token).isEqualTo(reserved("h/p:1;1;5;20;7;3", 20));
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "ACK", "ACK_HISTORY", "RELEASE", "RESUBMIT", "FAIL", "BURY", "TOUCH", "HAND_BACK_JOBS" })
	void leaseOnAMissingJobIsLost(RedisScript script) {
		assertThat(this.bench.run(script, arguments(script, "a", TOKEN))).containsExactly(0L);
		Map<String, Map<String, String>> contents = this.bench.contents();
		contents.remove("meta");
		assertThat(contents).isEmpty();
	}

	@ParameterizedTest
	@EnumSource(names = { "ACK", "ACK_HISTORY", "RELEASE", "RESUBMIT", "FAIL", "BURY", "TOUCH", "HAND_BACK_JOBS" })
	void leaseOnAWaitingJobIsLost(RedisScript script) {
		this.bench.seed(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(1))));
		assertThat(this.bench.run(script, arguments(script, "a", TOKEN))).containsExactly(0L);
		Map<String, Map<String, String>> contents = this.bench.contents();
		contents.remove("meta");
		assertThat(contents).isEqualTo(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(1))));
	}

	@Test
	void ackOfABatchReturnsAResultForEachJob() {
		this.bench.seed(Map.of("jobs", of("a", RECORD, "b", RECORD, "c", RECORD), "reserved",
				of("a", at(20), "b", at(20), "c", at(20)), "leases",
				of("a", "h/p:1;1;5;20;7;3", "b", "h/p:2;1;5;20;7;3", "c", "h/p:1;1;5;20;7;3")));
		assertThat(this.bench.run(RedisScript.ACK, "c", TOKEN, "b", TOKEN, "a", TOKEN, "a", TOKEN, "d", TOKEN))
			.containsExactly(1L, 0L, 1L, 0L, 0L);
		assertThat(this.bench.contents()).isEqualTo(
				Map.of("jobs", of("b", RECORD), "reserved", of("b", at(20)), "leases", of("b", "h/p:2;1;5;20;7;3")));
	}

	@Test
	void releaseGivesTheAttemptBack() {
		this.bench.seed(reserved("h/p:1;2;5;20;7;3", 20));
		this.bench.seed(Map.of("failures", of("a", "1;3;1;h\nboom")));
		assertThat(this.bench.run(RedisScript.RELEASE, "a", TOKEN, "+50")).containsExactly(1L);
		assertThat(this.bench.contents()).isEqualTo(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(50)),
				"failures", of("a", "1;3;1;h\nboom"), "meta", armed(50)));
	}

	@Test
	void releaseOfJobThatNeverFailedStoresItsDueTime() {
		this.bench.seed(reserved("h/p:1;1;5;20;7;3", 20));
		assertThat(this.bench.run(RedisScript.RELEASE, "a", TOKEN, "+50")).containsExactly(1L);
		assertThat(this.bench.contents()).isEqualTo(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(50)),
				"failures", of("a", "0;3"), "meta", armed(50)));
	}

	@ParameterizedTest
	@CsvSource({ "0;3, 0;3", "2h;3;1;h\tx, 2h;3;1;h\tx", "2hs1;3;1;h, 2h;3;1;h" })
	void releaseKeepsTheFailuresWithoutTheStalls(String noted, String after) {
		this.bench.seed(reserved("h/p:1;1;5;20;7;3", 20));
		this.bench.seed(Map.of("failures", of("a", noted)));
		this.bench.run(RedisScript.RELEASE, "a", TOKEN, "+50");
		assertThat(this.bench.contents().get("failures")).isEqualTo(of("a", after));
	}

	@ParameterizedTest
	@ValueSource(strings = { "h/p:1;1;5;20", "h/p:1;1;5;20;7", "h/p:1;1;5;20;7;x", "h/p:1;1;5;20;7;3;n", "h/p:1" })
	void unreadableLeaseIsLostForEverySettlement(String lease) {
		for (RedisScript script : List.of(RedisScript.RELEASE, RedisScript.RESUBMIT, RedisScript.FAIL, RedisScript.BURY,
				RedisScript.HAND_BACK_JOBS)) {
			this.bench.seed(reserved(lease, 20));
			assertThat(this.bench.run(script, arguments(script, "a", TOKEN))).as(script.name()).containsExactly(0L);
		}
		assertThat(this.bench.run(RedisScript.HAND_BACK, "0", TOKEN)).containsExactly("0", 0L);
		assertThat(this.bench.contents().get("leases")).isEqualTo(of("a", lease));
	}

	@Test
	void resubmitReplacesTheRecordAndForgetsTheFailures() {
		this.bench.seed(reserved("h/p:1;2;5;20;7;3;l", 20));
		this.bench.seed(Map.of("failures", of("a", "1l;3;1;h\nboom")));
		assertThat(this.bench.run(RedisScript.RESUBMIT, "", "a", TOKEN, "+50", "h", "1h;;\n\nnext", "", "a", TOKEN,
				"+9", "", "1;;\n\nlate", ""))
			.containsExactly(1L, 0L);
		Map<String, String> meta = new TreeMap<>(armed(50));
		meta.put("priorities", "1");
		assertThat(this.bench.contents())
			.isEqualTo(Map.of("jobs", of("a", "1h;;\n\nnext"), "waiting-high", of("a", at(50)), "meta", meta));
	}

	@Test
	void failedAttemptWaitsForItsDelay() {
		this.bench.seed(reserved("h/p:1;2;5;20;7;3", 20));
		assertThat(this.bench.run(RedisScript.FAIL, "a", TOKEN, "+50", "host", "boom: bang", "7\n\tat A.b"))
			.containsExactly(1L);
		assertThat(this.bench.contents()).isEqualTo(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(50)),
				"failures", of("a", "2;3;" + now() + ";host\nboom: bang\u001e2;7\n\tat A.b\u001e"), "meta", armed(50)));
	}

	@Test
	void failureAfterTheEndOfTheLeaseIsReadyAtOnce() {
		this.bench.seed(reserved("h/p:1;1;5;20;7;3", -20));
		this.bench.run(RedisScript.FAIL, "a", TOKEN, "", "host", "boom", "\n");
		assertThat(this.bench.contents().get("waiting")).isEqualTo(of("a", at(0)));
	}

	@Test
	void touchMovesTheDeadline() {
		this.bench.seed(reserved("h/p:1;1;5;20;7;3", -3));
		assertThat(this.bench.run(RedisScript.TOUCH, "a", TOKEN, "900", "0")).containsExactly(1L);
		assertThat(this.bench.contents()).isEqualTo(Map.of("jobs", of("a", RECORD), "reserved", of("a", at(900)),
				"leases", of("a", "h/p:1 " + at(-23) + ";1;5;20;7;3"), "meta", clock()));
	}

	@ParameterizedTest
	@EnumSource(names = { "ACK", "RELEASE", "RESUBMIT", "FAIL", "BURY", "TOUCH", "HAND_BACK_JOBS" })
	void extendedLeaseBelongsToItsToken(RedisScript script) {
		for (String token : new String[] { "h/p", "h/p:", "h/p:1 5", "h/p:11", "1 5" }) {
			this.bench.seed(reserved("h/p:1 5;1;5;20;7;3", 20));
			assertThat(this.bench.run(script, arguments(script, "a", token))).as(token).containsExactly(0L);
		}
		assertThat(this.bench.run(script, arguments(script, "a", TOKEN))).containsExactly(1L);
	}

	@Test
	void handBackFindsExtendedLeases() {
		this.bench.seed(reserved("h/p:1 5;1;5;20;7;3", 20));
		assertThat(this.bench.run(RedisScript.HAND_BACK, "0", TOKEN)).containsExactly("0", 1L);
	}

	@Test
	void touchRecordsTheStartOfALeaseOnceItIsExtended() {
		this.bench.seed(reserved("h/p:1;1;05;20;7;3;hu1", 15));
		this.bench.run(RedisScript.TOUCH, "a", TOKEN, "0", "0");
		assertThat(this.bench.contents().get("leases")).isEqualTo(of("a", "h/p:1;1;05;20;7;3;hs1"));
		this.bench.run(RedisScript.TOUCH, "a", TOKEN, "10", "1");
		String extended = "h/p:1 " + at(-5) + ";1;05;20;7;3;ho1";
		assertThat(this.bench.contents().get("leases")).isEqualTo(of("a", extended)).allSatisfy((id, text) -> {
			assertThat(text).matches("([^;]+);(\\d+);(\\d+);(\\d+);(\\d+);(\\d+);?([hl]?)([uaso]?)(\\d*)");
			assertThat(text).as("host of the version before").matches("h/[^;]+;.*");
		});
		this.bench.run(RedisScript.TOUCH, "a", TOKEN, "500", "1");
		assertThat(this.bench.contents().get("leases")).isEqualTo(of("a", extended));
	}

	@Test
	void touchNeverShortensTheLease() {
		this.bench.seed(reserved("h/p:1;1;5;20;7;3", 901));
		assertThat(this.bench.run(RedisScript.TOUCH, "a", TOKEN, "900", "0")).containsExactly(1L);
		assertThat(this.bench.contents().get("reserved")).isEqualTo(of("a", at(901)));
	}

	@Test
	void handBackReturnsAllJobsOfTheTokenWithTheirAttempts() {
		this.bench.seed(Map.of("jobs", of("a", RECORD, "b", RECORD, "c", RECORD), "reserved",
				of("a", at(20), "b", at(20), "c", at(-20)), "leases",
				of("a", "h/p:1;1;5;20;7;3", "b", "h/p:12;1;5;20;7;3", "c", "h/p:1;2;5;20;7;3"), "failures",
				of("c", "1;3;1;h\nboom")));
		assertThat(this.bench.run(RedisScript.HAND_BACK, "0", TOKEN)).containsExactly("0", 2L);
		assertThat(this.bench.contents()).isEqualTo(Map.of("jobs", of("a", RECORD, "b", RECORD, "c", RECORD),
				"reserved", of("b", at(20)), "leases", of("b", "h/p:12;1;5;20;7;3"), "waiting", of("a", "7", "c", "7"),
				"failures", of("c", "1;3;1;h\nboom"), "meta", armed(0)));
	}

	@Test
	void handBackRestoresTheTimesOfJobsAndArmsNow() {
		this.bench.seed(Map.of("jobs", of("a", RECORD, "b", RECORD, "c", RECORD), "reserved",
				of("a", at(20), "b", at(20), "c", at(-20)), "leases",
				of("a", "h/p:1;1;5;20;7;3", "b", "h/p:2;1;5;20;7;3", "c", "h/p:1;2;5;20;8;3"), "failures",
				of("c", "1;3;1;h\nboom")));
		assertThat(this.bench.run(RedisScript.HAND_BACK_JOBS, "a", TOKEN, "b", TOKEN, "c", TOKEN, "a", TOKEN))
			.containsExactly(1L, 0L, 1L, 0L);
		assertThat(this.bench.contents()).isEqualTo(Map.of("jobs", of("a", RECORD, "b", RECORD, "c", RECORD),
				"reserved", of("b", at(20)), "leases", of("b", "h/p:2;1;5;20;7;3"), "waiting", of("a", "7", "c", "8"),
				"failures", of("c", "1;3;1;h\nboom"), "meta", armed(0)));
	}

}
