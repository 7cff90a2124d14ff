// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.submit;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptTests;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@code submit.lua}.
 */
class SubmitScriptTests extends ScriptTests {

	private static final String OTHER = "1;5000;3\na=b\nother";

	@Test
	void submitStoresOnlyRecordAndDueTime() {
		assertThat(this.bench.run(RedisScript.SUBMIT, "a", "+1500", "0", RECORD)).containsExactly(0L, now() + 1500, 0L);
		assertThat(this.bench.contents())
			.isEqualTo(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(1500)), "meta", armed(1500)));
	}

	@Test
	void delayIsCountedFromTheNextMillisecond() {
		this.bench.clock().advance(Duration.ofNanos(1_000));
		assertThat(this.bench.run(RedisScript.SUBMIT, "a", "+1500", "0", RECORD)).containsExactly(0L, now() + 1501, 0L);
	}

	@Test
	void zeroDelayAndPastInstantCountAsNow() {
		this.bench.clock().advance(Duration.ofNanos(1_000));
		assertThat(this.bench.run(RedisScript.SUBMIT, "a", "+0", "0", RECORD, "b", "17", "0", RECORD))
			.containsExactly(0L, now(), 0L, 0L, now(), 0L);
	}

	@Test
	void dueTimeInTheYear9999IsKept() {
		assertThat(this.bench.run(RedisScript.SUBMIT, "a", "253402300799999", "0", RECORD)).containsExactly(0L,
				253402300799999L, 0L);
		assertThat(this.bench.contents().get("waiting")).isEqualTo(of("a", "253402300799999"));
		assertThat(this.bench.contents().get("meta")).containsEntry("armed", "253402300799999");
	}

	@Test
	void submitThatWaitsForReplicasAlwaysWrites() {
		Map<String, Map<String, String>> contents = Map.of("jobs", of("a", RECORD), "waiting", of("a", at(10)));
		this.bench.seed(contents);
		assertThat(this.bench.run(RedisScript.SUBMIT, "a", "+99", "0", OTHER, "w")).containsExactly(1L, now() + 10, 1L);
		assertThat(this.bench.contents()).containsAllEntriesOf(contents).containsEntry("meta", of("clock", at(0)));
	}

	@Test
	void submitThatWaitsForReplicasStoresTheSame() {
		assertThat(this.bench.run(RedisScript.SUBMIT, "a", "+1500", "0", RECORD, "w")).containsExactly(0L, now() + 1500,
				0L);
		assertThat(this.bench.contents())
			.isEqualTo(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(1500)), "meta", armed(1500)));
	}

	@Test
	void replaceVoidsTheLeaseOfAReservedJob() {
		replaces(Map.of("jobs", of("a", RECORD), "reserved", of("a", at(20)), "leases", of("a", "h/p:1;1;5;20;7;3")),
				3);
	}

	private void replaces(Map<String, Map<String, String>> contents, long found) {
		this.bench.seed(contents);
		assertThat(this.bench.run(RedisScript.SUBMIT, "a", "+99", "1", OTHER)).containsExactly(2L, now() + 99, found);
		assertThat(this.bench.contents())
			.isEqualTo(Map.of("jobs", of("a", OTHER), "waiting", of("a", at(99)), "meta", armed(99)));
	}

	@Test
	void recordInNoStateIsReplaced() {
		this.bench.seed(Map.of("jobs", of("a", RECORD)));
		assertThat(this.bench.run(RedisScript.SUBMIT, "a", "+99", "0", OTHER)).containsExactly(0L, now() + 99, 0L);
		assertThat(this.bench.contents())
			.isEqualTo(Map.of("jobs", of("a", OTHER), "waiting", of("a", at(99)), "meta", armed(99)));
	}

	@Test
	void batchIsStoredInOneCallAndArmsItsEarliestTime() {
		assertThat(this.bench.run(RedisScript.SUBMIT, "b", "+30", "0", RECORD, "a", "+10", "0", RECORD, "b", "+5", "0",
				OTHER))
			.containsExactly(0L, now() + 30, 0L, 0L, now() + 10, 0L, 1L, now() + 30, 1L);
		assertThat(this.bench.contents()).isEqualTo(Map.of("jobs", of("a", RECORD, "b", RECORD), "waiting",
				of("a", at(10), "b", at(30)), "meta", armed(10)));
	}

	@Test
	void laterEventIsNotPublished() {
		this.bench.seed(Map.of("meta", of("armed", at(5), "clock", at(-999))));
		this.bench.run(RedisScript.SUBMIT, "a", "+6", "0", RECORD);
		assertThat(this.bench.contents().get("meta")).isEqualTo(of("armed", at(5), "clock", at(-999)));
	}

	@Test
	void armedTimeOlderThanASecondIsReplaced() {
		this.bench.seed(Map.of("meta", of("armed", at(-1001), "clock", at(-1000))));
		this.bench.run(RedisScript.SUBMIT, "a", "+6", "0", RECORD);
		assertThat(this.bench.contents().get("meta")).isEqualTo(armed(6));
	}

	@Test
	void markIsKeptWhenTheClockGoesBackByUpToOneMinute() {
		this.bench.seed(Map.of("meta", of("clock", at(60_000))));
		assertThat(this.bench.run(RedisScript.SUBMIT, "a", "+5", "0", RECORD)).containsExactly(0L, now() + 60_005, 0L);
		assertThat(this.bench.contents().get("meta")).isEqualTo(of("clock", at(60_000), "armed", at(60_005)));
	}

	@Test
	void markIsResetWhenTheClockGoesBackByMoreThanOneMinute() {
		this.bench.seed(Map.of("meta", of("clock", at(60_001), "armed", at(60_000))));
		assertThat(this.bench.run(RedisScript.SUBMIT, "a", "+5", "0", RECORD)).containsExactly(0L, now() + 5, 0L);
		assertThat(this.bench.contents().get("meta")).isEqualTo(of("clock", at(0), "armed", at(5)));
	}

}
