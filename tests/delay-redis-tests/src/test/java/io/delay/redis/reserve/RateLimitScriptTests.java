// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.reserve;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;

import io.delay.redis.CommandCounts;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptTests;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of what {@code reserve.lua} stores and costs with a rate limit and without one.
 */
class RateLimitScriptTests extends ScriptTests {

	/** Ten jobs per second. */
	private static final Object[] TEN_PER_SECOND = { 0, 100_000_000 };

	private List<Object> reserve(int limit, Object... rateLimit) {
		Object[] arguments = { "h/p:1", limit, 30_000, 5, 262_144, "pull", 0, 0, 0, 0 };
		System.arraycopy(rateLimit, 0, arguments, 8, rateLimit.length);
		return this.bench.run(RedisScript.RESERVE, List.of(arguments).subList(0, 8 + rateLimit.length).toArray());
	}

	private void givenJobs() {
		this.bench.seed(Map.of("jobs", of("a", RECORD, "b", RECORD), "waiting", of("a", at(0), "b", at(0))));
	}

	private String micros(long fromNow) {
		return Long.toString(now() * 1000 + fromNow);
	}

	@Test
	void theTimeWhenAllPermitsAreAvailableIsStored() {
		givenJobs();
		reserve(2, TEN_PER_SECOND);
		assertThat(this.bench.contents().get("meta")).containsEntry("permits", micros(200_000));
		assertThat(this.bench.contents().get("leases")).containsEntry("a", lease("h/p:1;1;5;30000", 0));
	}

	@Test
	void theTimeOfThePermitsIsRoundedUp() {
		givenJobs();
		reserve(1, 0, 333_333_334);
		assertThat(this.bench.contents().get("meta")).containsEntry("permits", micros(333_334));
	}

	@Test
	void aPartOfAPermitDeliversNoJob() {
		givenJobs();
		this.bench.seed(Map.of("meta", of("permits", micros(850_000))));
		assertThat(reserve(2, TEN_PER_SECOND)).contains("a").doesNotContain("b").element(1).isEqualTo(50_000L);
		assertThat(this.bench.contents().get("meta")).containsEntry("permits", micros(950_000));
	}

	@Test
	void unusedPermitsDoNotRaiseTheLimit() {
		givenJobs();
		assertThat(reserve(1, TEN_PER_SECOND)).contains("a").doesNotContain("b");
		assertThat(this.bench.contents().get("meta")).containsEntry("permits", micros(100_000));
	}

	@Test
	void consumerMayHaveAFailureHandlerAndARateLimit() {
		givenJobs();
		reserve(1, 3, 100_000_000);
		assertThat(this.bench.contents().get("meta")).containsKey("permits");
		assertThat(this.bench.contents().get("leases")).containsEntry("a", lease("h/p:1;1;05;30000", 0));
	}

	@Test
	void reserveWithoutPermitsWritesNothing() {
		givenJobs();
		this.bench.seed(Map.of("meta", of("permits", micros(999_990), "clock", at(0), "armed", at(-1))));
		Map<String, Map<String, String>> before = this.bench.contents();
		assertThat(reserve(2, TEN_PER_SECOND)).containsExactly(now() * 1000, 99_990L, List.of(), List.of(0L, 0L));
		assertThat(this.bench.contents()).isEqualTo(before);
	}

	@Test
	void partsOfABatchOfPermitsAreNotUsedAfterAClockStep() {
		givenJobs();
		this.bench.seed(Map.of("meta", of("permits", micros(995_000), "clock", at(3_600_000))));
		assertThat(reserve(2, 0, 1_000_000)).containsExactly(now() * 1000, 5_000L, List.of(), List.of(0L, 0L));
		assertThat(this.bench.contents()).containsEntry("waiting", of("a", at(0), "b", at(0)));
	}

	@Test
	void permitsTooFarInTheFutureAreBroughtForward() {
		givenJobs();
		this.bench.seed(Map.of("meta", of("permits", micros(90_000_000))));
		assertThat(reserve(2, TEN_PER_SECOND)).containsExactly(now() * 1000, 100_000L, List.of(), List.of(0L, 0L));
		assertThat(this.bench.contents().get("meta")).containsEntry("permits", micros(1_000_000));
		this.bench.clock().advance(Duration.ofMillis(100));
		assertThat(reserve(2, TEN_PER_SECOND)).contains("a");
	}

	@Test
	void unreadablePermitsAreReplaced() {
		givenJobs();
		this.bench.seed(Map.of("meta", of("permits", "?")));
		reserve(2, TEN_PER_SECOND);
		assertThat(this.bench.contents().get("meta")).containsEntry("permits", micros(200_000));
	}

	@Test
	void reserveWithoutARateLimitDoesNotChangeThePermits() {
		givenJobs();
		this.bench.seed(Map.of("meta", of("permits", micros(999_990))));
		assertThat(reserve(2)).contains("a", "b");
		assertThat(this.bench.contents().get("meta")).containsEntry("permits", micros(999_990));
	}

	@Test
	void rateLimitNeedsTwoCommands() {
		commandsOfALife();
		Map<String, Long> expected = new TreeMap<>(commandsOfALife());
		assertThat(this.bench.contents().get("meta")).doesNotContainKey("permits");
		expected.merge("hget", 2L, Long::sum);
		expected.merge("hset", 2L, Long::sum);
		assertThat(commandsOfALife(TEN_PER_SECOND)).isEqualTo(expected);
	}

	private Map<String, Long> commandsOfALife(Object... rateLimit) {
		givenJobs();
		CommandCounts counts = new CommandCounts(this.bench.space().template());
		counts.reset();
		reserve(1, rateLimit);
		reserve(1, rateLimit);
		this.bench.run(RedisScript.ACK, "a", "h/p:1");
		this.bench.run(RedisScript.ACK, "b", "h/p:1");
		return counts.calls();
	}

}
