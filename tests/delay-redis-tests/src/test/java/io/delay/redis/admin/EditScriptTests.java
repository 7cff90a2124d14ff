// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.admin;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.delay.job.JobState;
import io.delay.redis.record.JobVersionCodec;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptTests;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@code edit.lua}.
 */
class EditScriptTests extends ScriptTests {

	private static final String RECORD = "1h;5;2\na=b\npay\nload";

	private static final String BOOM = "5hs2;3;1;h\nboom\nx";

	private Map<String, Map<String, String>> contents;

	@BeforeEach
	void seed() {
		this.contents = Map.of("jobs", of("d", RECORD, "r", RECORD, "w", RECORD, "f", RECORD, "c", "2;;\n\nx"),
				"waiting-high", of("d", at(9), "r", at(-1)), "reserved", of("w", at(20)), "leases",
				of("w", "h/p:1;2;5;20;7;3"), "failed", of("f", at(-7), "c", at(-7)), "failures",
				of("f", BOOM, "c", BOOM, "r", "2;3;1;h\nboom"), "meta", of("clock", at(0), "priorities", "1"));
		this.bench.seed(this.contents);
	}

	@Test
	void failedJobIsReadyAtOnceAndKeepsItsDueTime() {
		assertThat(edit("f", version(JobState.FAILED, -7, BOOM), "", "new")).containsExactly(1L, 4L);
		Map<String, Map<String, String>> after = this.bench.contents();
		assertThat(after.get("jobs")).containsEntry("f", "1h;5;2\na=b\nnew");
		assertThat(after.get("failed")).containsOnlyKeys("c");
		assertThat(after.get("waiting-high")).containsEntry("f", at(0)).hasSize(3);
		assertThat(after.get("failures")).containsEntry("f", "0;3;1;h\nboom\nx");
		assertThat(after.get("meta")).containsEntry("armed", at(0));
	}

	@Test
	void failedJobIsGivenADueTimeAndKeepsItsPayload() {
		assertThat(edit("f", version(JobState.FAILED, -7, BOOM), "+50", null)).containsExactly(1L, 4L);
		Map<String, Map<String, String>> after = this.bench.contents();
		assertThat(after.get("jobs")).isEqualTo(this.contents.get("jobs"));
		assertThat(after.get("waiting-high")).containsEntry("f", at(50));
		assertThat(after.get("failures")).containsEntry("f", "0;" + at(50) + ";1;h\nboom\nx");
		assertThat(after.get("meta")).containsEntry("armed", at(50));
	}

	@Test
	void waitingJobKeepsItsPlaceIfOnlyThePayloadIsEdited() {
		assertThat(edit("r", version(JobState.READY, -1, "2;3;1;h\nboom"), "", "")).containsExactly(1L, 2L);
		Map<String, Map<String, String>> after = this.bench.contents();
		assertThat(after.get("jobs")).containsEntry("r", "1h;5;2\na=b\n");
		assertThat(after.get("waiting-high")).isEqualTo(this.contents.get("waiting-high"));
		assertThat(after.get("failures")).containsEntry("r", "0;3;1;h\nboom");
		assertThat(after.get("meta")).isEqualTo(this.contents.get("meta"));
	}

	@Test
	void stackTracesAndEarlierFailuresAreNotPartOfTheVersion() {
		this.bench.seed(Map.of("failures", of("f", BOOM + "\u001E1;5\nat x\u001E", "c", BOOM, "r", "2;3;1;h\nboom")));
		assertThat(edit("f", version(JobState.FAILED, -7, BOOM), "", "new")).containsExactly(1L, 4L);
		assertThat(this.bench.contents().get("failures")).containsEntry("f", "0;3;1;h\nboom\nx\u001E1;5\nat x\u001E");
	}

	@ParameterizedTest
	@CsvSource({ "0;3,", "0;3;1;h/x,0;%s;1;h/x" })
	void theDueTimeOfAJobThatNeverFailedIsItsScore(String failures, @Nullable String after) {
		this.bench.seed(Map.of("failures", of("r", failures)));
		assertThat(edit("r", version(JobState.READY, -1, failures), "+500", null)).containsExactly(1L, 2L);
		assertThat(this.bench.contents().get("failures").get("r"))
			.isEqualTo((after != null) ? after.formatted(at(500)) : null);
		assertThat(this.bench.contents().get("waiting-high")).containsEntry("r", at(500));
	}

	@ParameterizedTest
	@CsvSource({ "READY,-7,", "FAILED,-6,", "FAILED,-7,x" })
	void jobOfAnotherStateTimeOrFailureIsNotChanged(JobState state, long time, @Nullable String more) {
		String version = version(state, time, (more != null) ? BOOM + more : BOOM);
		assertThat(edit("f", version, "+1", "new")).containsExactly(0L, 4L);
		assertThat(this.bench.contents()).isEqualTo(this.contents);
	}

	@Test
	void jobWithAnotherPayloadIsNotChanged() {
		String version = version(JobState.FAILED, -7, BOOM);
		this.bench.seed(Map.of("jobs", of("f", RECORD + "!")));
		assertThat(edit("f", version, "", "new")).containsExactly(0L, 4L);
		assertThat(this.bench.contents().get("jobs")).containsEntry("f", RECORD + "!");
	}

	@Test
	void missingOrReservedJobAndUnknownFormatAreNotChanged() {
		assertThat(edit("x", "0", "+1", "new")).containsExactly(0L, 0L);
		assertThat(edit("w", "0", "+1", "new")).containsExactly(0L, 3L);
		String version = JobVersionCodec.of(JobState.FAILED, time(-7), "2;;\n\nx".getBytes(StandardCharsets.UTF_8),
				BOOM.getBytes(StandardCharsets.UTF_8));
		assertThat(edit("c", version, "+1", "new")).containsExactly(0L, 4L);
		assertThat(this.bench.contents()).isEqualTo(this.contents);
	}

	private List<Object> edit(String id, String version, String due, @Nullable String payload) {
		return (payload != null) ? this.bench.run(RedisScript.EDIT, id, version, due, payload)
				: this.bench.run(RedisScript.EDIT, id, version, due);
	}

	private String version(JobState state, long time, String failures) {
		return JobVersionCodec.of(state, time(time), RECORD.getBytes(StandardCharsets.UTF_8),
				failures.getBytes(StandardCharsets.UTF_8));
	}

	private Instant time(long millis) {
		return Instant.ofEpochMilli(now() + millis);
	}

}
