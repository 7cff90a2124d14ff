// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.move;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.delay.job.JobState;
import io.delay.redis.record.JobVersionCodec;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptTests;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@code insert.lua} and {@code remove-unchanged.lua}.
 */
class CopyScriptTests extends ScriptTests {

	private static final String FAILURES = "2h;3;1;h\nboom\u001E2;\nat x\u001E";

	@Test
	void jobsAreStoredInTheirStates() {
		assertThat(insert("n", "", at(-5), RECORD, "", "h", "h", at(7), RECORD, "", "f", "f", at(-9), RECORD, FAILURES))
			.containsExactly(1L, 1L, 1L);
		Map<String, Map<String, String>> after = this.bench.contents();
		assertThat(after.get("jobs")).containsOnlyKeys("n", "h", "f").containsValue(RECORD);
		assertThat(after.get("waiting")).isEqualTo(of("n", at(-5)));
		assertThat(after.get("waiting-high")).isEqualTo(of("h", at(7)));
		assertThat(after.get("failed")).isEqualTo(of("f", at(-9)));
		assertThat(after.get("failures")).isEqualTo(of("f", FAILURES));
		assertThat(after.get("meta")).containsEntry("armed", at(-5)).containsEntry("priorities", "1");
		assertThat(after).doesNotContainKey("counters");
	}

	@Test
	void anExistingJobIsSkippedAndARecordInNoStateIsReplaced() {
		this.bench.seed(Map.of("jobs", of("a", RECORD, "lost", "1;;\n\nlost"), "waiting", of("a", at(1)), "failures",
				of("lost", FAILURES)));
		assertThat(insert("a", "f", at(0), "1;;\n\nother", FAILURES, "lost", "", at(2), RECORD, "")).containsExactly(0L,
				1L);
		Map<String, Map<String, String>> after = this.bench.contents();
		assertThat(after.get("jobs")).isEqualTo(of("a", RECORD, "lost", RECORD));
		assertThat(after.get("waiting")).isEqualTo(of("a", at(1), "lost", at(2)));
		assertThat(after).doesNotContainKeys("failed", "failures");
	}

	@Test
	void onlyUnchangedJobsThatWaitOrHaveFailedAreRemoved() {
		this.bench.seed(Map.of("jobs", of("w", RECORD, "x", RECORD, "f", RECORD, "r", RECORD), "waiting",
				of("w", at(9), "x", at(9)), "failed", of("f", at(-7)), "failures", of("f", FAILURES), "reserved",
				of("r", at(20)), "leases", of("r", "h/p:1;2;5;20;7;3")));
		assertThat(remove("w", version(JobState.DELAYED, 9, null), "x", version(JobState.DELAYED, 8, null), "f",
				version(JobState.FAILED, -7, FAILURES), "r", version(JobState.RESERVED, 20, null), "gone", ""))
			.containsExactly(1L, 0L, 1L, 0L, 0L);
		Map<String, Map<String, String>> after = this.bench.contents();
		assertThat(after.get("jobs")).containsOnlyKeys("x", "r");
		assertThat(after.get("waiting")).containsOnlyKeys("x");
		assertThat(after.get("leases")).containsOnlyKeys("r");
		assertThat(after).doesNotContainKeys("failed", "failures", "counters", "runs");
	}

	@Test
	void aRemovalSkipsJobsAfterItsLimitOfBytes() {
		String large = "1;;\n\n" + "x".repeat(200_000);
		this.bench.seed(Map.of("jobs", of("a", large, "b", large, "c", large), "waiting",
				of("a", at(1), "b", at(1), "c", at(1))));
		assertThat(remove("a", "0", "b", "0", "c", "0")).containsExactly(0L, 0L);
	}

	private List<Object> insert(Object... arguments) {
		return this.bench.run(RedisScript.INSERT, arguments);
	}

	private List<Object> remove(Object... arguments) {
		return this.bench.run(RedisScript.REMOVE_UNCHANGED, arguments);
	}

	private String version(JobState state, long time, String failures) {
		return JobVersionCodec.of(state, Instant.ofEpochMilli(now() + time), RECORD.getBytes(StandardCharsets.UTF_8),
				(failures != null) ? failures.getBytes(StandardCharsets.UTF_8) : null);
	}

}
