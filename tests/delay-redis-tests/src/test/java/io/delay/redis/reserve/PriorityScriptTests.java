// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.reserve;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptBench;
import io.delay.redis.script.ScriptTests;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of what the scripts do with jobs of high and low priority.
 */
class PriorityScriptTests extends ScriptTests {

	private static final String TOKEN = "h/p:1";

	private static final String HIGH = "1h;;\n\npayload";

	private static final String LOW = "1l;;\n\npayload";

	private static final String LEASE_OF_HIGH = TOKEN + ";1;5;30000;7;3;h";

	private Map<String, String> used(String... more) {
		Map<String, String> meta = of(more);
		meta.putAll(of("clock", at(0), "priorities", "1"));
		return meta;
	}

	private List<Object> reserve(int limit) {
		return this.bench.run(RedisScript.RESERVE, TOKEN, limit, 30_000, 5, 262_144, "pull", 0, 0);
	}

	@Test
	void replacementOfANormalJobByTheFirstHighOneMovesIt() {
		this.bench.seed(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(0))));
		assertThat(this.bench.run(RedisScript.SUBMIT, "a", "+5", "1h", HIGH)).containsExactly(2L, now() + 5, 2L);
		assertThat(this.bench.contents())
			.isEqualTo(Map.of("jobs", of("a", HIGH), "waiting-high", of("a", at(5)), "meta", used("armed", at(5))));
	}

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = "?")
	void kickKeepsThePriorityOfAJobWithAnUnreadableLease(String lease) {
		this.bench.seed(Map.of("jobs", of("a", HIGH), "reserved", of("a", at(0)), "meta", used()));
		if (lease != null) {
			this.bench.seed(Map.of("leases", of("a", lease)));
		}
		reserve(1);
		assertThat(this.bench.contents()).containsOnlyKeys("jobs", "failed", "failures", "meta");
		this.bench.run(RedisScript.KICK, "+0", "a");
		assertThat(this.bench.contents().get("waiting-high")).containsOnlyKeys("a");
	}

	@Test
	void reserveOrdersByPriorityAndRecordsItInTheLease() {
		this.bench.seed(Map.of("jobs", of("n", RECORD, "h", HIGH, "l", LOW), "waiting", of("n", at(-9)), "waiting-high",
				of("h", at(-1)), "waiting-low", of("l", at(-5)), "meta", used()));
		assertThat(ids(reserve(3))).containsExactly("h", "n", "l");
		assertThat(this.bench.contents()).isEqualTo(
				Map.of("jobs", of("n", RECORD, "h", HIGH, "l", LOW), "reserved",
						of("n", at(30_000), "h", at(30_000), "l", at(30_000)), "leases",
						of("h", lease(TOKEN + ";1;5;30000", -1) + ";h", "n", lease(TOKEN + ";1;5;30000", -9), "l",
								lease(TOKEN + ";1;5;30000", -5) + ";l"),
						"meta", used("turn", "2", "armed", at(30_000))));
	}

	@Test
	void oneOfTenTurnsIsForNormalAndOneForLow() {
		Map<String, Map<String, String>> contents = new TreeMap<>(
				Map.of("jobs", of(), "waiting", of(), "waiting-high", of(), "waiting-low", of(), "meta", used()));
		for (int i = 10; i < 40; i++) {
			contents.get("jobs").putAll(of("n" + i, RECORD, "h" + i, HIGH, "l" + i, LOW));
			contents.get("waiting").put("n" + i, at(0));
			contents.get("waiting-high").put("h" + i, at(0));
			contents.get("waiting-low").put("l" + i, at(0));
		}
		this.bench.seed(contents);
		assertThat(String.join("", letters(reserve(20)))).isEqualTo("hhhhhhhhnl".repeat(2));
		assertThat(String.join("", letters(reserve(9)))).isEqualTo("hhhhhhhhn");
		assertThat(letters(reserve(1))).containsExactly("l");
		assertThat(this.bench.contents().get("meta")).containsEntry("turn", "0");
	}

	@Test
	void turnDoesNotAdvanceIfOnlyOnePriorityIsReady() {
		this.bench.seed(Map.of("jobs", of("l", LOW), "waiting-low", of("l", at(0)), "meta", used("turn", "4")));
		assertThat(ids(reserve(1))).containsExactly("l");
		assertThat(this.bench.contents().get("meta")).containsEntry("turn", "4");
	}

	@Test
	void jobThatDoesNotFitUsesNoTurn() {
		String large = HIGH + "x".repeat(100);
		this.bench.seed(Map.of("jobs", of("a", large, "b", large, "n", RECORD), "waiting-high",
				of("a", at(0), "b", at(0)), "waiting", of("n", at(0)), "meta", used()));
		assertThat(ids(this.bench.run(RedisScript.RESERVE, TOKEN, 10, 30_000, 5, 150, "pull", 0, 0)))
			.containsExactly("a");
		assertThat(this.bench.contents().get("meta")).containsEntry("turn", "1");
		assertThat(this.bench.contents().get("waiting-high")).isEqualTo(of("b", at(0)));
	}

	@Test
	void nextEventIsTheFirstJobOfAnyPriority() {
		this.bench.seed(Map.of("jobs", of("n", RECORD, "l", LOW), "waiting", of("n", at(90)), "waiting-low",
				of("l", at(40)), "meta", used()));
		assertThat(reserve(1).get(1)).isEqualTo(40_000L);
		assertThat(this.bench.contents().get("meta")).containsEntry("armed", at(40));
	}

	@Test
	void jobReturnsToItsPriorityEvenIfMetaHasLostThePriorities() {
		this.bench.seed(Map.of("jobs", of("a", HIGH), "reserved", of("a", at(20)), "leases", of("a", LEASE_OF_HIGH)));
		this.bench.run(RedisScript.RELEASE, "a", TOKEN, "+0");
		assertThat(this.bench.contents()).isEqualTo(Map.of("jobs", of("a", HIGH), "waiting-high", of("a", at(0)),
				"failures", of("a", "0;3"), "meta", used("armed", at(0))));
	}

	@Test
	void cancelAndFindIncludeEveryPriority() {
		this.bench.seed(Map.of("jobs", of("a", LOW, "b", HIGH), "waiting-low", of("a", at(9)), "waiting-high",
				of("b", at(0)), "meta", used()));
		assertThat(this.bench.run(RedisScript.FIND, "a")).containsExactly(1L, now() + 9, now() + 9, LOW, null);
		assertThat(this.bench.run(RedisScript.CANCEL, "", "a")).containsExactly(1L);
		assertThat(this.bench.run(RedisScript.CANCEL, "", "b")).containsExactly(2L);
		assertThat(this.bench.contents()).isEqualTo(Map.of("meta", used()));
	}

	private static List<String> letters(List<Object> reply) {
		return ids(reply).stream().map((id) -> id.toString().substring(0, 1)).toList();
	}

	private static List<Object> ids(List<Object> reply) {
		List<Object> ids = new ArrayList<>();
		for (int i = 4; i < reply.size(); i += 7) {
			ids.add(reply.get(i));
		}
		return ids;
	}

	@Test
	void openRestoresThePrioritiesOfAPartitionWithoutMeta() {
		this.bench.seed(Map.of("jobs", of("h", "1h;;\n\npayload"), "waiting-high", of("h", "1")));
		this.bench.space().template().delete(this.bench.space().key(ScriptBench.TOPIC, "meta"));
		assertThat(this.bench.run(RedisScript.OPEN, "")).containsExactly(1L);
		assertThat(this.bench.run(RedisScript.RESERVE, "t/p:2", "9", "1000", "3", "1000000", "pull", "0", "0"))
			.contains("h");
	}

}
