// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.admin;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;

import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptTests;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@code pause.lua} and {@code resume.lua}, and of what the other scripts do
 * meanwhile.
 */
class PauseScriptTests extends ScriptTests {

	private Map<String, Map<String, String>> paused() {
		return new TreeMap<>(Map.of("jobs", of("r", RECORD, "w", RECORD), "waiting", of("r", at(0)), "reserved",
				of("w", at(-1)), "leases", of("w", "h/p:1;1;5;20;7;3"), "meta",
				of("clock", at(0), "paused", at(-5) + " bob", "armed", at(900))));
	}

	@Test
	void pauseRecordsItsTimeAndOperator() {
		assertThat(this.bench.run(RedisScript.PAUSE, "alice")).containsExactly(1L);
		assertThat(this.bench.contents()).isEqualTo(Map.of("meta", of("clock", at(0), "paused", at(0) + " alice")));
	}

	@Test
	void pausedTopicDeliversNoReadyOrExpiredJobs() {
		this.bench.seed(paused());
		assertThat(this.bench.run(RedisScript.RESERVE, "h/p:2", 10, 30_000, 5, 262_144, "pull", 0, 0))
			.containsExactly(now() * 1000, -1L, List.of(), List.of(0L, 0L));
		assertThat(this.bench.contents()).isEqualTo(paused());
	}

	@Test
	void pausedTopicStoresSubmitsWithoutArming() {
		this.bench.seed(paused());
		assertThat(this.bench.run(RedisScript.SUBMIT, "new", "+5", "0", RECORD)).containsExactly(0L, now() + 5, 0L);
		Map<String, Map<String, String>> expected = paused();
		expected.get("jobs").put("new", RECORD);
		expected.get("waiting").put("new", at(5));
		assertThat(this.bench.contents()).isEqualTo(expected);
	}

	@Test
	void resumeWakesAllConsumers() {
		this.bench.seed(paused());
		assertThat(this.bench.run(RedisScript.RESUME)).containsExactly(1L);
		Map<String, Map<String, String>> expected = paused();
		expected.put("meta", of("clock", at(0), "armed", at(0), "resumed", at(0)));
		assertThat(this.bench.contents()).isEqualTo(expected);
	}

	@Test
	void resumeOfTopicThatIsNotPausedChangesNothing() {
		assertThat(this.bench.run(RedisScript.RESUME)).containsExactly(0L);
		assertThat(this.bench.contents()).isEmpty();
	}

}
