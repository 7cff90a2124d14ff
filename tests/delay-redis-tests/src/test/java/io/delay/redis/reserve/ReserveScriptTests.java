// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.reserve;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptTests;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@code reserve.lua}.
 */
class ReserveScriptTests extends ScriptTests {

	private static final String TOKEN = "host-a/poller:7";

	private List<Object> reserve(int limit) {
		return this.bench.run(RedisScript.RESERVE, TOKEN, limit, 30_000, 5, 262_144, "pull", 0, 0);
	}

	@Test
	void emptyTopicHasNoNextEvent() {
		assertThat(reserve(10)).containsExactly(now() * 1000, -1L, List.of(), List.of(0L, 0L));
		assertThat(this.bench.contents()).isEqualTo(Map.of("meta", clock()));
	}

	@Test
	void reserveOfAnEmptyTopicDisarmsIt() {
		this.bench.seed(Map.of("meta", of("armed", at(77), "clock", at(0))));
		reserve(10);
		assertThat(this.bench.contents()).isEqualTo(Map.of("meta", clock()));
	}

	@Test
	void readyJobIsDeliveredWithALease() {
		this.bench.seed(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(0))));
		assertThat(reserve(2)).containsExactly(now() * 1000, 30_000_000L, List.of(), List.of(0L, 0L), "a", RECORD, 1L,
				5L, now(), 30_000L, now());
		assertThat(this.bench.contents()).isEqualTo(Map.of("jobs", of("a", RECORD), "reserved", of("a", at(30_000)),
				"leases", of("a", lease(TOKEN + ";1;5;30000", 0)), "meta", armed(30_000)));
	}

	@Test
	void jobThatIsDueAMillisecondLaterIsNotDeliveredButArmed() {
		this.bench.clock().advance(Duration.ofNanos(250_000));
		this.bench.seed(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(1))));
		assertThat(reserve(1)).containsExactly(now() * 1000 + 250, 750L, List.of(), List.of(0L, 0L));
		assertThat(this.bench.contents())
			.isEqualTo(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(1)), "meta", armed(1)));
	}

	@Test
	void leaseIsCountedFromTheNextMillisecond() {
		this.bench.clock().advance(Duration.ofNanos(1_000));
		this.bench.seed(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(0))));
		reserve(1);
		assertThat(this.bench.contents().get("reserved")).isEqualTo(of("a", at(30_001)));
	}

	@Test
	void jobsAreDeliveredInOrderOfDueTimeAndId() {
		this.bench.seed(Map.of("jobs", of("a", RECORD, "b", RECORD, "c", RECORD, "d", RECORD), "waiting",
				of("d", at(-5), "c", at(-3), "b", at(-3), "a", at(-1))));
		assertThat(ids(reserve(3))).containsExactly("d", "b", "c");
		assertThat(this.bench.contents().get("waiting")).isEqualTo(of("a", at(-1)));
	}

	@Test
	void jobAboveTheMaximumOfTheConsumerIsDelivered() {
		this.bench
			.seed(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(0)), "failures", of("a", "8;3;1;h\nboom")));
		assertThat(reserve(1)).containsExactly(now() * 1000, 0L, List.of(), List.of(0L, 0L), "a", RECORD, 9L, 5L, now(),
				30_000L, 3L);
	}

	@Test
	void expiredJobIsDeliveredAgainAndItsFailureRecorded() {
		this.bench.seed(Map.of("jobs", of("a", RECORD), "reserved", of("a", at(0)), "leases",
				of("a", "host.b/poller-1:3;1;5;20;7;3")));
		assertThat(reserve(1)).containsExactly(now() * 1000, 0L, List.of(), List.of(0L, 0L), "a", RECORD, 2L, 5L, now(),
				30_000L, 3L);
		assertThat(this.bench.contents()).isEqualTo(Map.of("jobs", of("a", RECORD), "reserved", of("a", at(30_000)),
				"leases", of("a", TOKEN + ";2;5;30000;" + now() + ";3"), "failures",
				of("a", "1;3;" + now() + ";host.b\nTTR of 20 ms elapsed\u001e1;\n\u001e"), "meta", armed(30_000)));
	}

	@Test
	void leaseThatEndsAMillisecondLaterIsKept() {
		Map<String, Map<String, String>> contents = Map.of("jobs", of("a", RECORD), "reserved", of("a", at(1)),
				"leases", of("a", "h/p:3;1;5;20;7;3"), "meta", armed(1));
		this.bench.seed(contents);
		assertThat(reserve(1)).containsExactly(now() * 1000, 1_000L, List.of(), List.of(0L, 0L));
		assertThat(this.bench.contents()).isEqualTo(contents);
	}

	@Test
	void expiredLastAttemptBuriesItsJob() {
		this.bench
			.seed(Map.of("jobs", of("a", RECORD), "reserved", of("a", at(-1)), "leases", of("a", "h/p:3;5;5;20;7;3")));
		assertThat(reserve(1)).containsExactly(now() * 1000, -1L, List.of("a", 5L, "h", "TTR of 20 ms elapsed"),
				List.of(0L, 0L));
		assertThat(this.bench.contents()).isEqualTo(Map.of("jobs", of("a", RECORD), "failed", of("a", at(0)),
				"failures", of("a", "5;3;" + now() + ";h\nTTR of 20 ms elapsed\u001e5;\n\u001e"), "meta", clock()));
	}

	@Test
	void corruptRecordIsBuriedAndOthersAreDelivered() {
		this.bench.seed(Map.of("jobs", of("a", "no header", "b", RECORD, "c", "1;;\nno second line"), "waiting",
				of("a", at(-2), "b", at(-1), "c", at(0))));
		assertThat(ids(reserve(5))).containsExactly("b");
		assertThat(this.bench.contents()).isEqualTo(Map.of("jobs",
				of("a", "no header", "b", RECORD, "c", "1;;\nno second line"), "failed", of("a", at(0), "c", at(0)),
				"failures", of("a", unreadable("record", -2), "c", unreadable("record", 0)), "reserved",
				of("b", at(30_000)), "leases", of("b", lease(TOKEN + ";1;5;30000", -1)), "meta", armed(30_000)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "10000000000;", ";100000", "%s;", ";%s" })
	void recordWithANumberThatIsTooLongIsBuried(String numbers) {
		String record = "1;" + String.format(numbers, "9".repeat(400)) + "\n\npayload";
		this.bench.seed(Map.of("jobs", of("a", record), "waiting", of("a", at(0))));
		assertThat(reserve(1)).containsExactly(now() * 1000, -1L,
				List.of("a", 0L, "redis", "The record of the job cannot be read"), List.of(0L, 0L));
		assertThat(this.bench.contents()).isEqualTo(Map.of("jobs", of("a", record), "failed", of("a", at(0)),
				"failures", of("a", unreadable("record", 0)), "meta", clock()));
	}

	@Test
	void waitingIdWithoutARecordIsBuried() {
		this.bench.seed(Map.of("waiting", of("a", at(0))));
		assertThat(reserve(1)).containsExactly(now() * 1000, -1L,
				List.of("a", 0L, "redis", "The record of the job cannot be read"), List.of(0L, 0L));
		assertThat(this.bench.contents()).isEqualTo(Map.of("jobs", of("a", ""), "failed", of("a", at(0)), "failures",
				of("a", unreadable("record", 0)), "meta", clock()));
	}

	@Test
	void reservedJobWithAnUnreadableLeaseIsBuried() {
		this.bench.seed(Map.of("jobs", of("a", RECORD, "b", RECORD), "reserved", of("a", at(-1), "b", at(-1)), "leases",
				of("b", "nonsense")));
		assertThat(reserve(5)).containsExactly(now() * 1000, -1L, List.of("a", 0L, "redis",
				"The lease of the job cannot be read", "b", 0L, "redis", "The lease of the job cannot be read"),
				List.of(0L, 0L));
		assertThat(this.bench.contents())
			.isEqualTo(Map.of("jobs", of("a", RECORD, "b", RECORD), "failed", of("a", at(0), "b", at(0)), "failures",
					of("a", unreadable("lease", -1), "b", unreadable("lease", -1)), "meta", clock()));
	}

	@Test
	void reservedJobsWithoutRecordsAreBuriedWithTheirOwnReasons() {
		this.bench.seed(Map.of("reserved", of("a", at(-2), "b", at(-1)), "leases", of("a", "h/p:3;5;5;20;7;3")));
		assertThat(reserve(5)).containsExactly(now() * 1000, -1L,
				List.of("a", 5L, "h", "TTR of 20 ms elapsed", "b", 0L, "redis", "The lease of the job cannot be read"),
				List.of(0L, 0L));
		assertThat(this.bench.contents())
			.isEqualTo(Map.of("jobs", of("a", "", "b", ""), "failed", of("a", at(0), "b", at(0)), "failures",
					of("a", "5;3;" + now() + ";h\nTTR of 20 ms elapsed\u001e5;\n\u001e", "b", unreadable("lease", -1)),
					"meta", clock()));
	}

	private String unreadable(String what, long due) {
		return "0;" + at(due) + ";" + now() + ";redis\nThe " + what + " of the job cannot be read\u001e0;\n\u001e";
	}

	@Test
	void reserveStopsAtTheLimitOfBytesButDeliversAtLeastOneJob() {
		String large = RECORD + "x".repeat(100);
		this.bench.seed(Map.of("jobs", of("a", large, "b", large, "c", large), "waiting",
				of("a", at(-3), "b", at(-2), "c", at(-1))));
		List<Object> reply = this.bench.run(RedisScript.RESERVE, TOKEN, 10, 30_000, 5, 214, "pull", 0, 0);
		assertThat(ids(reply)).containsExactly("a", "b");
		assertThat(reply.get(1)).isEqualTo(0L);
		assertThat(this.bench.contents().get("waiting")).isEqualTo(of("c", at(-1)));
	}

	@Test
	void fiveHundredJobsAreDeliveredByOneCall() {
		Map<String, String> jobs = of();
		Map<String, String> waiting = of();
		for (int i = 0; i < 501; i++) {
			jobs.put("job-%03d".formatted(i), RECORD + i);
			waiting.put("job-%03d".formatted(i), at(-1000 + i));
		}
		this.bench.seed(Map.of("jobs", jobs, "waiting", waiting));
		List<Object> reply = reserve(500);
		assertThat(ids(reply)).hasSize(500).isSorted().contains("job-000", "job-499");
		for (int i = 0; i < 500; i++) {
			assertThat(reply.get(5 + 7 * i)).isEqualTo(RECORD + i);
			assertThat(reply.get(8 + 7 * i)).isEqualTo(now() - 1000 + i);
		}
		assertThat(this.bench.contents().get("waiting")).containsOnlyKeys("job-500");
		assertThat(this.bench.contents().get("reserved")).hasSize(500);
	}

	@Test
	void nextEventFollowsTheClockWhileItIsBehindTheMark() {
		this.bench
			.seed(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(50_001)), "meta", of("clock", at(50_000))));
		assertThat(reserve(1)).containsExactly(now() * 1000, 50_001_000L, List.of(), List.of(0L, 0L));
	}

	@Test
	void leasesThatEndBeforeTheMarkHaveExpiredWhileTheClockIsBehind() {
		this.bench.seed(Map.of("jobs", of("a", RECORD, "b", RECORD), "reserved", of("a", at(0), "b", at(40_000)),
				"leases", of("a", "h/p:1;1;1;20;7;3", "b", "h/p:1;1;1;20;7;3"), "meta", of("clock", at(50_000))));
		assertThat(reserve(1).get(1)).isEqualTo(-1L);
		assertThat(this.bench.contents().get("failed")).containsOnlyKeys("a", "b");
	}

	@Test
	void reserveOfAPausedTopicResetsTheMarkAfterAClockStep() {
		this.bench.seed(Map.of("meta", of("paused", at(0), "clock", at(60_001))));
		assertThat(reserve(1)).containsExactly(now() * 1000, -1L, List.of(), List.of(0L, 0L));
		assertThat(this.bench.contents()).isEqualTo(Map.of("meta", of("paused", at(0), "clock", at(0))));
	}

	@Test
	void dropOfNoJobsResetsTheMarkAfterAClockStep() {
		this.bench.seed(Map.of("meta", of("clock", at(60_001))));
		assertThat(this.bench.run(RedisScript.DROP_FAILED, "1", "", 10)).containsExactly(0L);
		assertThat(this.bench.contents()).isEqualTo(Map.of("meta", of("clock", at(0))));
	}

	@Test
	void failureHasTheHostOfATokenOfAnyFormat() {
		this.bench.seed(Map.of("jobs", of("a", RECORD, "b", RECORD), "reserved", of("a", at(0), "b", at(0)), "leases",
				of("a", "token-1 7;1;5;20;7;3", "b", "/x:1;1;5;20;7;3")));
		reserve(2);
		assertThat(this.bench.contents().get("failures"))
			.isEqualTo(of("a", "1;3;" + now() + ";token-1\nTTR of 20 ms elapsed\u001e1;\n\u001e", "b",
					"1;3;" + now() + ";/x:1\nTTR of 20 ms elapsed\u001e1;\n\u001e"));
	}

	@Test
	void earlierOfNextJobAndNextDeadlineIsArmed() {
		this.bench.seed(Map.of("jobs", of("a", RECORD, "b", RECORD), "waiting", of("a", at(0), "b", at(9_000))));
		assertThat(reserve(2).get(1)).isEqualTo(9_000_000L);
		assertThat(this.bench.contents().get("meta")).isEqualTo(armed(9_000));
	}

	@Test
	void fullReserveArmsItsDeadlineIfTheArmedTimeIsLater() {
		this.bench.seed(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(0)), "meta", of("armed", at(40_000))));
		reserve(1);
		assertThat(this.bench.contents().get("meta")).isEqualTo(armed(30_000));
	}

	@Test
	void fullReserveKeepsAnEarlierArmedTime() {
		this.bench.seed(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(0)), "meta", of("armed", at(-1000))));
		reserve(1);
		assertThat(this.bench.contents().get("meta")).isEqualTo(armed(-1000));
	}

	private static List<Object> ids(List<Object> reply) {
		List<Object> ids = new ArrayList<>();
		for (int i = 4; i < reply.size(); i += 7) {
			ids.add(reply.get(i));
		}
		return ids;
	}

}
