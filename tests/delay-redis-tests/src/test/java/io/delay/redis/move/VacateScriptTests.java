// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.move;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.core.script.DefaultRedisScript;
import org.springframework.data.redis.core.script.DigestUtils;

import io.delay.redis.CommandCounts;
import io.delay.redis.RedisSpace;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptBench;
import io.delay.redis.script.ScriptLibrary;
import io.delay.redis.script.ScriptTests;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that {@code purge.lua} and {@code remove-unchanged.lua} let Redis free the tables
 * of keys that become empty in the background.
 */
@Tag("thorough")
class VacateScriptTests extends ScriptTests {

	private static final int JOBS = 40;

	/** Leaves a table of 1 MB with the entries that the sorted set had before. */
	private static final DefaultRedisScript<Void> GROW = new DefaultRedisScript<>("""
			for i = 1, 70000 do
				redis.call('ZADD', KEYS[1], i, 'x' .. i)
			end
			for i = 1, 70000 do
				redis.call('ZREM', KEYS[1], 'x' .. i)
			end
			""");

	private static final String LARGE = "x".repeat(30_000);

	private final CommandCounts counts = new CommandCounts(this.bench.space().template());

	private Map<String, String> ids(String prefix, String value) {
		return IntStream.range(0, JOBS).boxed().collect(Collectors.toMap((i) -> prefix + i, (i) -> value));
	}

	private Map<String, String> records(String... prefixes) {
		Map<String, String> records = new HashMap<>();
		for (String prefix : prefixes) {
			records.putAll(ids(prefix, "1;;\n\n" + LARGE));
		}
		return records;
	}

	private void grow(ScriptBench bench, String... names) {
		for (String name : names) {
			bench.space().template().execute(GROW, List.of(bench.space().key(ScriptBench.TOPIC, name)));
		}
		this.counts.reset();
	}

	private long calls(String command) {
		return this.counts.calls().getOrDefault(command, 0L);
	}

	@Test
	void purgeOfTheLastJobsUnlinksTheKeys() {
		this.bench.seed(Map.of("jobs", records("a"), "waiting", ids("a", at(60))));
		grow(this.bench, "waiting");
		assertThat(this.bench.run(RedisScript.PURGE, 1, 100)).containsExactly((long) JOBS);
		assertThat(calls("unlink")).isEqualTo(2);
		assertThat(this.bench.contents()).isEqualTo(Map.of("meta", clock()));
	}

	@Test
	void purgeOfAllPrioritiesAndOfFailedJobsUnlinksTheKeys() {
		this.bench.seed(Map.of("meta", of("priorities", "1"), "jobs", records("f", "n", "h", "l"), "waiting",
				ids("n", at(60)), "waiting-high", ids("h", at(60)), "waiting-low", ids("l", at(60)), "failed",
				ids("f", at(-60)), "failures", ids("f", "1;3;1;h\n" + LARGE)));
		grow(this.bench, "waiting", "waiting-high", "waiting-low", "failed");
		assertThat(this.bench.run(RedisScript.PURGE, 1, 500)).containsExactly(3L * JOBS);
		assertThat(calls("unlink")).isEqualTo(3);
		assertThat(this.bench.run(RedisScript.PURGE, 4, 500)).containsExactly((long) JOBS);
		assertThat(calls("unlink")).isEqualTo(6);
		assertThat(this.bench.contents()).containsOnlyKeys("meta");
	}

	@Test
	void keyWithOtherEntriesIsNotUnlinked() {
		this.bench.space().leaveUnaudited();
		this.bench.seed(Map.of("jobs", of("x", "1;;\n\n" + LARGE.repeat(40)), "waiting", ids("a", at(60))));
		grow(this.bench, "waiting");
		assertThat(this.bench.run(RedisScript.PURGE, 1, 100)).containsExactly((long) JOBS);
		assertThat(calls("unlink")).isEqualTo(1);
		assertThat(this.bench.contents())
			.isEqualTo(Map.of("meta", clock(), "jobs", of("x", "1;;\n\n" + LARGE.repeat(40))));
	}

	@Test
	void keyWithRemainingEntriesIsNotUnlinked() {
		this.bench.space().leaveUnaudited();
		this.bench.seed(Map.of("jobs", of("a0", RECORD, "x", RECORD), "waiting", ids("a", at(60))));
		assertThat(this.bench.run(RedisScript.PURGE, 1, 100)).containsExactly((long) JOBS);
		assertThat(this.bench.contents()).isEqualTo(Map.of("meta", clock(), "jobs", of("x", RECORD)));
	}

	@Test
	void idInTwoSetsIsCountedOnce() {
		this.bench.space().leaveUnaudited();
		this.bench.seed(Map.of("meta", of("priorities", "1"), "jobs", of("x", RECORD, "z", RECORD), "waiting",
				of("x", at(-1)), "waiting-high", of("x", at(-1)), "failed", of("z", at(-1)), "failures",
				of("z", "1;3;1;h\nboom")));
		this.bench.run(RedisScript.PURGE, 2, 100);
		assertThat(this.bench.contents()).containsEntry("jobs", of("z", RECORD))
			.containsOnlyKeys("meta", "jobs", "failed", "failures");
	}

	@Test
	void keysWithRemainingEntriesAreNotScanned() {
		this.bench.seed(Map.of("jobs", of("a", RECORD, "b", RECORD), "waiting", of("a", at(60), "b", at(60))));
		this.counts.reset();
		assertThat(this.bench.run(RedisScript.PURGE, 1, 1)).containsExactly(1L);
		assertThat(calls("hexists")).isZero();
		assertThat(calls("zadd")).isZero();
		assertThat(calls("unlink")).isZero();
	}

	@Test
	void smallKeysAreUnlinked() {
		this.bench.seed(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(60))));
		this.counts.reset();
		assertThat(this.bench.run(RedisScript.PURGE, 1, 1)).containsExactly(1L);
		assertThat(calls("unlink")).isEqualTo(2);
		assertThat(this.bench.contents()).isEqualTo(Map.of("meta", clock()));
	}

	@ParameterizedTest
	@ValueSource(strings = { "'UNLINK'", "'HSET'", "'ZADD'" })
	void purgeSucceedsIfRedisRefusesTheCommands(String command) {
		try (ScriptBench refusing = new ScriptBench(RedisSpace.shared(),
				(clock) -> new ScriptLibrary((file) -> file.equals("_vacate")
						? clock.read(file).replace(command, "'UNKNOWN'") : clock.read(file)))) {
			refusing.seed(Map.of("jobs", records("a"), "waiting", ids("a", at(60))));
			grow(refusing, "waiting");
			assertThat(refusing.run(RedisScript.PURGE, 1, 100)).containsExactly((long) JOBS);
			assertThat(refusing.contents()).isEqualTo(Map.of("meta", clock()));
		}
	}

	@Test
	void moveOfTheLastJobsUnlinksTheKeys() {
		this.bench.seed(Map.of("jobs", ids("a", RECORD), "waiting", ids("a", at(60))));
		grow(this.bench, "waiting");
		List<Object> arguments = new ArrayList<>();
		ids("a", DigestUtils.sha1DigestAsHex("1;" + at(60) + ";" + RECORD.length() + ";" + RECORD))
			.forEach((id, version) -> arguments.addAll(List.of(id, version)));
		this.bench.run(RedisScript.REMOVE_UNCHANGED, arguments.toArray());
		assertThat(calls("unlink")).isEqualTo(2);
		assertThat(this.bench.contents()).isEqualTo(Map.of("meta", clock()));
	}

}
