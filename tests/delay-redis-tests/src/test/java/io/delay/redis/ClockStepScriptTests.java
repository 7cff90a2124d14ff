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
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.delay.redis.script.RedisScript;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what becomes of leases and retries when the clock of Redis was ahead by more
 * than a minute and is right again.
 */
class ClockStepScriptTests extends ScriptTests {

	private static final String TERMS = "h/p:1;1;5;30000";

	private static final long AHEAD = 3_600_000;

	private List<Object> reserve() {
		return this.bench.run(RedisScript.RESERVE, "host-a/poller:7", 1, 10_000, 5, 262_144, "pull", 0, 0);
	}

	// A lease of 30 s that was written while the clock was an hour ahead.
	private Map<String, String> leaseFromTheFuture() {
		return of("a", lease(TERMS, AHEAD - 5));
	}

	@Test
	void leaseEndsOneTtrAfterTheClockIsRightAgain() {
		this.bench.seed(Map.of("jobs", of("a", RECORD), "reserved", of("a", at(AHEAD + 30_000)), "leases",
				leaseFromTheFuture(), "meta", of("clock", at(AHEAD))));
		assertThat(reserve()).containsExactly(now() * 1000, 30_000_000L, List.of(), List.of(0L, 0L));
		assertThat(this.bench.contents()).isEqualTo(Map.of("jobs", of("a", RECORD), "reserved", of("a", at(30_000)),
				"leases", leaseFromTheFuture(), "meta", armed(30_000)));
	}

	@Test
	void jobOfCrashedWorkerIsDeliveredAfterItsTtr() {
		this.bench.seed(Map.of("jobs", of("a", RECORD), "reserved", of("a", at(AHEAD + 30_000)), "leases",
				leaseFromTheFuture(), "meta", of("clock", at(AHEAD))));
		reserve();
		this.bench.clock().advance(Duration.ofMillis(29_999));
		assertThat(reserve()).hasSize(4);
		this.bench.clock().advance(Duration.ofMillis(1));
		assertThat(reserve().get(4)).isEqualTo("a");
	}

	@Test
	void leaseThatEndsWithinItsTtrStays() {
		this.bench.seed(Map.of("jobs", of("a", RECORD, "b", RECORD, "c", RECORD), "reserved",
				of("a", at(20_000), "b", at(30_000), "c", at(30_001)), "leases",
				of("a", lease(TERMS, -5), "b", lease(TERMS, -5), "c", lease(TERMS, -5)), "meta",
				of("clock", at(AHEAD))));
		assertThat(reserve()).containsExactly(now() * 1000, 20_000_000L, List.of(), List.of(0L, 0L));
		assertThat(this.bench.contents().get("reserved"))
			.isEqualTo(of("a", at(20_000), "b", at(30_000), "c", at(30_000)));
	}

	@Test
	void nothingIsBoundedWhileTheClockIsBehindByLess() {
		Map<String, String> reserved = of("a", at(90_000));
		this.bench.seed(Map.of("jobs", of("a", RECORD), "reserved", reserved, "leases", leaseFromTheFuture(), "meta",
				of("clock", at(60_000))));
		reserve();
		assertThat(this.bench.contents().get("reserved")).isEqualTo(reserved);
	}

	@Test
	void leaseMayHaveBeenTouchedForLongerThanItsTtr() {
		this.bench.seed(Map.of("jobs", of("a", RECORD, "b", RECORD), "reserved",
				of("a", at(800_000), "b", at(AHEAD + 900_000)), "leases",
				of("a", lease(TERMS, -5), "b", lease(TERMS, -5)), "meta", of("clock", at(AHEAD), "touched", "900000")));
		reserve();
		assertThat(this.bench.contents().get("reserved")).isEqualTo(of("a", at(800_000), "b", at(900_000)));
	}

	@Test
	void touchesNoteTheLongestThatIsLongerThanItsLease() {
		this.bench.seed(Map.of("jobs", of("a", RECORD, "b", RECORD), "reserved", of("a", at(5), "b", at(5)), "leases",
				of("a", lease(TERMS, -5), "b", lease(TERMS, -5)), "meta", clock()));
		this.bench.run(RedisScript.TOUCH, "a", "h/p:1", "30000", "0", "b", "other:1", "90000", "0");
		assertThat(this.bench.contents().get("meta")).isEqualTo(clock());
		this.bench.run(RedisScript.TOUCH, "a", "h/p:1", "30001", "0", "b", "h/p:1", "30003", "0");
		this.bench.run(RedisScript.TOUCH, "a", "h/p:1", "30002", "0");
		assertThat(this.bench.contents().get("meta")).isEqualTo(of("clock", at(0), "touched", "30003"));
	}

	@Test
	void scriptThatNoticesTheStepLeavesTheLeasesToTheNextReserve() {
		this.bench.seed(Map.of("jobs", of("a", RECORD), "reserved", of("a", at(AHEAD + 30_000)), "leases",
				leaseFromTheFuture(), "meta", of("clock", at(AHEAD))));
		this.bench.run(RedisScript.TOUCH, "a", "h/p:1", "30000", "0");
		assertThat(this.bench.contents()).containsEntry("reserved", of("a", at(AHEAD + 30_000)))
			.containsEntry("meta", of("clock", at(0), "stepped", "0"));
		reserve();
		assertThat(this.bench.contents()).containsEntry("reserved", of("a", at(30_000)))
			.containsEntry("meta", armed(30_000));
	}

	@Test
	void submitThatStoresNothingAndWaitsForReplicasNotesTheStep() {
		this.bench.seed(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(9)), "meta", of("clock", at(AHEAD))));
		this.bench.run(RedisScript.SUBMIT, "a", "+5", "0", RECORD, "w");
		assertThat(this.bench.contents().get("meta")).isEqualTo(of("clock", at(0), "stepped", "0"));
	}

	@Test
	void jobsThatWaitStayWhereTheyAre() {
		Map<String, String> waiting = of("a", at(AHEAD), "b", at(AHEAD + 5), "c", at(AHEAD + 5), "d", at(AHEAD + 5),
				"e", at(AHEAD - 1), "f", at(AHEAD + 5));
		Map<String, String> jobs = of();
		waiting.keySet().forEach((id) -> jobs.put(id, RECORD));
		this.bench.seed(Map.of("jobs", jobs, "waiting", waiting, "failures",
				of("b", "0;3;" + at(AHEAD) + ";h\nkicked", "c", "1;" + at(AHEAD + 5) + ";" + at(AHEAD) + ";h\nboom",
						"d", "0;3", "e", "1;3;" + at(AHEAD) + ";h\nboom", "f", "1;3;" + at(-7) + ";h\nboom"),
				"meta", of("clock", at(AHEAD))));
		reserve();
		assertThat(this.bench.contents()).containsEntry("waiting", waiting)
			.containsEntry("failures",
					of("b", "0;3;" + at(0) + ";h\nkicked", "c", "1;" + at(AHEAD + 5) + ";" + at(0) + ";h\nboom", "d",
							"0;3", "e", "1;3;" + at(0) + ";h\nboom", "f", "1;3;" + at(-7) + ";h\nboom"));
	}

	@ParameterizedTest
	@CsvSource({ "waiting, 1;3;%s;h/x, 5000, 5000", "waiting-high, 2h;3;%s;h, 5000, 5000",
			"waiting-low, 2l;3;%s;h, 1, 1", "waiting, 0;3;%s, 5000, 5000", "waiting-high, 0;3;%s, 5000, 5000",
			"waiting, 1;3;%s;h, 0, 1" })
	void retryWaitsForItsDelayFromTheMomentAtWhichTheClockIsRightAgain(String key, String noted, long delay,
			long expected) {
		this.bench.seed(Map.of("jobs", of("a", RECORD), key, of("a", at(AHEAD + delay)), "failures",
				of("a", noted.formatted(at(AHEAD))), "meta", of("clock", at(AHEAD), "priorities", "1")));
		assertThat(reserve()).containsExactly(now() * 1000, expected * 1000, List.of(), List.of(0L, 0L));
		assertThat(this.bench.contents()).containsEntry(key, of("a", at(expected)))
			.containsEntry("failures", of("a", noted.formatted(at(0))))
			.containsEntry("meta", of("clock", at(0), "armed", at(expected), "priorities", "1"));
	}

	@Test
	void jobThatIsReleasedOnceTheClockIsRightIsNotEarly() {
		this.bench.seed(
				Map.of("jobs", of("a", RECORD), "reserved", of("a", at(AHEAD + 30_000)), "leases", leaseFromTheFuture(),
						"failures", of("a", "1;3;" + at(AHEAD - 10) + ";h\nboom"), "meta", of("clock", at(AHEAD))));
		this.bench.run(RedisScript.RELEASE, "a", "h/p:1", "+7200000");
		reserve();
		assertThat(this.bench.contents()).containsEntry("waiting", of("a", at(7_200_000)))
			.containsEntry("failures", of("a", "1;3;" + at(0) + ";h\nboom"));
	}

	@Test
	void failuresOfJobsThatDoNotWaitAreSetBack() {
		this.bench.seed(Map.of("jobs", of("a", RECORD, "b", RECORD), "reserved", of("a", at(5)), "leases",
				of("a", lease(TERMS, -5)), "failed", of("b", at(AHEAD)), "failures",
				of("a", "1;3;" + at(AHEAD) + ";h\nboom", "b", "1;3;" + at(AHEAD) + ";h\nboom"), "meta",
				of("clock", at(AHEAD))));
		reserve();
		assertThat(this.bench.contents()).containsEntry("failed", of("b", at(AHEAD)))
			.containsEntry("failures", of("a", "1;3;" + at(0) + ";h\nboom", "b", "1;3;" + at(0) + ";h\nboom"));
	}

	@Test
	void eachReserveLooksAtOnePageOfFailuresUntilAllAreDone() {
		Map<String, String> jobs = of();
		Map<String, String> waiting = of();
		Map<String, String> failures = of();
		for (int i = 0; i < 600; i++) {
			jobs.put("job-" + i, RECORD);
			waiting.put("job-" + i, at(AHEAD + 5000));
			failures.put("job-" + i, "1;3;" + at(AHEAD) + ";h\nboom");
		}
		this.bench.seed(Map.of("jobs", jobs, "waiting", waiting, "failures", failures, "meta", of("clock", at(AHEAD))));
		int done = 0;
		for (int calls = 0; this.bench.contents().get("meta").containsKey("stepped") || calls == 0; calls++) {
			assertThat(calls).isLessThan(100);
			reserve();
			int before = done;
			done = (int) this.bench.contents().get("waiting").values().stream().filter(at(5000)::equals).count();
			assertThat(done - before).isLessThan(150);
		}
		assertThat(done).isEqualTo(600);
		assertThat(this.bench.contents().get("failures").values()).containsOnly("1;3;" + at(0) + ";h\nboom");
	}

	@Test
	void othersAreToldOfARetryThatIsEarlierThanTheirNextEvent() {
		this.bench.seed(Map.of("jobs", of("a", RECORD, "b", RECORD), "waiting", of("a", at(AHEAD + 5000), "b", at(0)),
				"failures", of("a", "1;3;" + at(AHEAD) + ";h\nboom"), "meta", of("clock", at(AHEAD))));
		assertThat(reserve()).contains("b");
		assertThat(this.bench.contents().get("meta")).containsEntry("armed", at(5000));
	}

	@Test
	void retryIsNotShortenedTwice() {
		this.bench.seed(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(AHEAD + 5000)), "failures",
				of("a", "1;3;" + at(AHEAD) + ";h\nboom"), "meta", of("clock", at(AHEAD))));
		reserve();
		this.bench.seed(Map.of("meta", of("stepped", "0")));
		this.bench.clock().advance(Duration.ofMillis(1000));
		assertThat(reserve()).containsExactly(now() * 1000, 4_000_000L, List.of(), List.of(0L, 0L));
	}

	@Test
	void eachReserveLooksAtOnePageOfLeasesUntilAllAreDone() {
		Map<String, String> jobs = of();
		Map<String, String> reserved = of();
		Map<String, String> leases = of();
		for (int i = 0; i < 1200; i++) {
			jobs.put("job-" + i, RECORD);
			reserved.put("job-" + i, at(AHEAD + 30_000));
			leases.put("job-" + i, lease(TERMS, AHEAD - 5));
		}
		this.bench.seed(Map.of("jobs", jobs, "reserved", reserved, "leases", leases, "meta", of("clock", at(AHEAD))));
		int done = 0;
		for (int calls = 0; done < 1200; calls++) {
			assertThat(calls).isLessThan(100);
			assertThat(reserve()).containsExactly(now() * 1000,
					(this.bench.contents().get("meta").containsKey("stepped")) ? 0L : 30_000_000L, List.of(),
					List.of(0L, 0L));
			int before = done;
			done = (int) this.bench.contents().get("reserved").values().stream().filter(at(30_000)::equals).count();
			assertThat(done - before).isLessThan(200);
		}
		while (this.bench.contents().get("meta").containsKey("stepped")) {
			reserve();
		}
		assertThat(this.bench.contents().get("meta")).isEqualTo(armed(30_000));
		assertThat(this.bench.contents().get("leases")).isEqualTo(leases);
	}

	@ParameterizedTest
	@ValueSource(strings = { "nonsense", "99999999999999999999999" })
	void cursorThatCannotBeReadEndsTheLookAndFailsNothing(String cursor) {
		this.bench.seed(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(0)), "meta",
				of("clock", at(0), "stepped", cursor)));
		assertThat(reserve()).contains("a");
		assertThat(this.bench.contents().get("meta")).doesNotContainKey("stepped");
	}

	@Test
	void failureBeforeTheNextReserveWaitsUntilTheLeaseWouldEndAtTheLatest() {
		this.bench.seed(Map.of("jobs", of("a", RECORD), "reserved", of("a", at(AHEAD + 30_000)), "leases",
				leaseFromTheFuture(), "meta", of("clock", at(AHEAD))));
		this.bench.run(RedisScript.FAIL, "a", "h/p:1", "", "host", "boom", "\n");
		assertThat(this.bench.contents()).containsEntry("waiting", of("a", at(30_000)))
			.containsEntry("meta", of("clock", at(0), "armed", at(30_000), "stepped", "0"));
	}

	@Test
	void moveWaitsForTheLeaseNoLongerThanItsTtr() {
		this.bench.seed(Map.of("jobs", of("a", RECORD), "reserved", of("a", at(AHEAD + 30_000)), "leases",
				leaseFromTheFuture(), "meta", of("clock", at(AHEAD), "layout", "1>2;7")));
		assertThat(this.bench.run(RedisScript.MOVE_EXPIRE, "1>2;7", "a")).containsExactly(1L, 30_000_000L);
		this.bench.clock().advance(Duration.ofSeconds(30));
		assertThat(this.bench.run(RedisScript.MOVE_EXPIRE, "1>2;7", "a")).containsExactly(0L, 0L);
		assertThat(this.bench.contents()).containsKey("waiting");
	}

	@Test
	void leaseThatCannotBeReadStays() {
		this.bench
			.seed(Map.of("jobs", of("a", RECORD, "b", RECORD), "reserved", of("a", at(AHEAD), "b", at(AHEAD + 30_000)),
					"leases", of("a", "nonsense", "b", lease(TERMS, 0)), "meta", of("clock", at(AHEAD))));
		reserve();
		assertThat(this.bench.contents().get("reserved")).isEqualTo(of("a", at(AHEAD), "b", at(30_000)));
	}

}
