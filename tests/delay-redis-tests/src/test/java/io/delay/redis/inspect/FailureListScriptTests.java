// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptTests;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@code failures.lua}, {@code kick-unchanged.lua} and
 * {@code cancel-unchanged.lua}.
 */
class FailureListScriptTests extends ScriptTests {

	private static final String MORE = "\u001E1;5\nat x\u001E7;h\nearlier\u001E1;\n\u001E";

	private Map<String, Map<String, String>> contents;

	@BeforeEach
	void seed() {
		this.contents = Map.of("jobs", of("a", RECORD, "b", RECORD, "c", RECORD, "d", RECORD, "w", RECORD), "waiting",
				of("w", at(0)), "failed", of("a", at(-9), "b", at(-7), "c", at(-7), "d", at(-8)), "failures",
				of("a", "5h;3;1;h\nboom 1", "b", "1;3;1;h\nboom\n2" + MORE, "c", "1;3;1;h\n", "d", "1;3;1;h\n", "w",
						"1;3;1;h\nboom 1"),
				"meta", of("clock", at(0), "priorities", "1"));
		this.bench.seed(this.contents);
	}

	@Test
	void failuresReturnsIdTimeAndErrorWithoutStackTraces() {
		List<Object> reply = failures(10, 262_144, "", "");
		assertThat(reply).startsWith("", 0L, "c", now() - 7, "").hasSize(18);
		assertThat(reply.subList(6, 9)).containsExactly("b", now() - 7, "boom\n2");
		assertThat(reply.subList(10, 13)).containsExactly("d", now() - 8, "");
		assertThat(reply.subList(14, 17)).containsExactly("a", now() - 9, "boom 1");
		assertThat(this.bench.contents()).isEqualTo(this.contents);
	}

	@Test
	void failuresStopsAtItsLimits() {
		assertThat(failures(2, 262_144, "", "")).startsWith("d", now() - 8, "c").hasSize(10);
		assertThat(failures(10, 20, "", "")).startsWith("b", now() - 7, "c").hasSize(6);
		assertThat(failures(10, 1, at(-7), "c")).startsWith("d", now() - 8, "b").hasSize(6);
	}

	@ParameterizedTest
	@CsvSource({ "-7,c,b", "-7,b,d", "-7,a,d", "-7,z,c", "-8,z,d", "-8,d,a", "0,a,c" })
	void failuresBeginsAfterAPosition(long time, String id, String first) {
		assertThat(failures(1, 262_144, at(time), id).get(2)).isEqualTo(first);
	}

	@ParameterizedTest
	@CsvSource({ "298,299", "299,299", "300,300", "301,300" })
	void errorsEndWithAWholeCharacter(int ascii, int expected) {
		String error = "x".repeat(ascii) + "\u00E9\u00E9";
		this.bench.seed(Map.of("failures", of("c", "1;3;1;h\n" + error)));
		assertThat(failures(1, 262_144, "", "").get(4)).isEqualTo(error.substring(0, expected));
	}

	@Test
	void kickUnchangedMovesEachJobToItsTimeAndAnnouncesTheFirst() {
		assertThat(this.bench.run(RedisScript.KICK_UNCHANGED, "a", version("a"), "+20", "b", version("b"), "+50"))
			.containsExactly(2L, 2L);
		Map<String, Map<String, String>> after = this.bench.contents();
		assertThat(after.get("waiting")).isEqualTo(of("w", at(0), "b", at(50)));
		assertThat(after.get("waiting-high")).isEqualTo(of("a", at(20)));
		assertThat(after.get("failed")).containsOnlyKeys("c", "d");
		assertThat(after.get("failures")).containsEntry("a", "0;3;1;h\nboom 1")
			.containsEntry("b", "0;3;1;h\nboom\n2" + MORE);
		assertThat(after.get("meta")).containsEntry("armed", at(20));
	}

	@Test
	void cancelUnchangedDeletesJobs() {
		assertThat(this.bench.run(RedisScript.CANCEL_UNCHANGED, "", "b", version("b"), "d", version("d")))
			.containsExactly(2L, 2L);
		Map<String, Map<String, String>> after = this.bench.contents();
		assertThat(after.values()).noneMatch((entries) -> entries.containsKey("b") || entries.containsKey("d"));
		assertThat(after.get("failed")).containsOnlyKeys("a", "c");
	}

	@Test
	void jobsOfAnotherTimeErrorOrStateAreNotChanged() {
		String version = version("a");
		assertThat(this.bench.run(RedisScript.KICK_UNCHANGED, "b", version, "+0", "w", version, "+0", "x", version,
				"+0", "a", version("b"), "+0"))
			.containsExactly(0L, 4L);
		assertThat(this.bench.run(RedisScript.CANCEL_UNCHANGED, "", "b", version, "w", version, "x", version))
			.containsExactly(0L, 3L);
		assertThat(this.bench.contents()).isEqualTo(this.contents);
		this.bench.seed(Map.of("failures", of("a", "5h;3;1;h\nboom 2")));
		assertThat(this.bench.run(RedisScript.CANCEL_UNCHANGED, "", "a", version)).containsExactly(0L, 1L);
		this.bench.seed(Map.of("failures", of("a", "5h;3;1;h\nboom 1"), "failed", of("a", at(-6))));
		assertThat(this.bench.run(RedisScript.KICK_UNCHANGED, "a", version, "+0")).containsExactly(0L, 1L);
		assertThat(this.bench.contents().get("failed")).hasSize(4);
	}

	private List<Object> failures(int limit, int bytes, String score, String id) {
		return this.bench.run(RedisScript.FAILURES, 4, "", limit, bytes, score, id, 1);
	}

	private String version(String id) {
		List<Object> reply = new ArrayList<>(failures(10, 262_144, "", ""));
		return (String) reply.get(reply.indexOf(id) + 3);
	}

}
