// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for leases that began while the clock of Redis was ahead by more than a minute.
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

	private void seedLeaseFromTheFuture() {
		this.bench.seed(Map.of("jobs", of("a", RECORD), "reserved", of("a", at(AHEAD + 30_000)), "leases",
				leaseFromTheFuture(), "meta", of("clock", at(AHEAD))));
	}

	@Test
	void leaseEndsOneTtrAfterTheClockIsCorrected() {
		seedLeaseFromTheFuture();
		assertThat(reserve()).containsExactly(now() * 1000, 30_000_000L, List.of(), List.of(0L, 0L));
		assertThat(this.bench.contents()).isEqualTo(Map.of("jobs", of("a", RECORD), "reserved", of("a", at(30_000)),
				"leases", leaseFromTheFuture(), "meta", armed(30_000)));
	}

	@Test
	void jobOfCrashedWorkerIsDeliveredAfterItsTtr() {
		seedLeaseFromTheFuture();
		reserve();
		this.bench.clock().advance(Duration.ofMillis(29_999));
		assertThat(reserve()).hasSize(4);
		this.bench.clock().advance(Duration.ofMillis(1));
		assertThat(reserve().get(4)).isEqualTo("a");
	}

	@Test
	void leaseThatBeganInThePastIsNotChanged() {
		Map<String, String> reserved = of("a", at(20_000), "b", at(31_900), "c", at(AHEAD));
		Map<String, String> leases = of("a", lease(TERMS, -5), "b", lease(TERMS, -5), "c",
				lease("h/p:1 " + at(-5) + ";1;5;30000", -5));
		this.bench.seed(Map.of("jobs", of("a", RECORD, "b", RECORD, "c", RECORD), "reserved", reserved, "leases",
				leases, "meta", of("clock", at(AHEAD))));
		assertThat(reserve()).containsExactly(now() * 1000, 20_000_000L, List.of(), List.of(0L, 0L));
		assertThat(this.bench.contents().get("reserved")).isEqualTo(reserved);
	}

	@Test
	void extendedLeaseThatBeganInTheFutureEndsOneTtrFromNow() {
		Map<String, String> leases = of("a", lease("h/p:1 " + at(AHEAD) + ";1;5;30000", -5));
		this.bench.seed(Map.of("jobs", of("a", RECORD), "reserved", of("a", at(AHEAD + 90_000)), "leases", leases,
				"meta", of("clock", at(AHEAD))));
		reserve();
		assertThat(this.bench.contents().get("reserved")).isEqualTo(of("a", at(30_000)));
	}

	@Test
	void leasesAreLimitedBetweenOthers() {
		this.bench.seed(Map.of("jobs", of("a", RECORD, "b", RECORD, "c", RECORD), "reserved",
				of("a", at(10_000), "b", at(AHEAD + 30_000), "c", at(AHEAD + 40_000)), "leases",
				of("a", lease(TERMS, -5), "b", lease(TERMS, -5), "c", "nonsense"), "meta", of("clock", at(AHEAD))));
		reserve();
		assertThat(this.bench.contents().get("reserved"))
			.isEqualTo(of("a", at(10_000), "b", at(30_000), "c", at(AHEAD + 40_000)));
	}

	@Test
	void eachReserveLimitsAHundredLeases() {
		Map<String, String> jobs = of();
		Map<String, String> reserved = of();
		Map<String, String> leases = of();
		for (int i = 0; i < 250; i++) {
			jobs.put("job-" + i, RECORD);
			reserved.put("job-" + i, at(AHEAD + 30_000));
			leases.put("job-" + i, lease(TERMS, AHEAD - 5));
		}
		this.bench.seed(Map.of("jobs", jobs, "reserved", reserved, "leases", leases, "meta", of("clock", at(AHEAD))));
		for (int done = 100; done <= 300; done += 100) {
			reserve();
			assertThat(this.bench.contents().get("reserved").values().stream().filter(at(30_000)::equals))
				.hasSize(Math.min(done, 250));
		}
		assertThat(this.bench.contents().get("leases")).isEqualTo(leases);
	}

	@Test
	void failureWaitsAtMostUntilTheLimitedEndOfItsLease() {
		seedLeaseFromTheFuture();
		this.bench.run(RedisScript.FAIL, "a", "h/p:1", "", "host", "boom", "\n");
		assertThat(this.bench.contents()).containsEntry("waiting", of("a", at(30_000)))
			.containsEntry("meta", armed(30_000));
	}

}
