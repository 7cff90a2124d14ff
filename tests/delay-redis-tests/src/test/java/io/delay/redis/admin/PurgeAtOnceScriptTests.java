// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.admin;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.delay.redis.CommandCounts;
import io.delay.redis.RedisSpace;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptBench;
import io.delay.redis.script.ScriptLibrary;
import io.delay.redis.script.ScriptTests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for {@code purge-at-once.lua}.
 */
class PurgeAtOnceScriptTests extends ScriptTests {

	private static final String ALL = "1234";

	private static final String FAILURE = "2;3;1;h\nboom";

	private static final String HELD_AHEAD = "h/p:1;1;5;20;%s;%s;a";

	private final CommandCounts counts = new CommandCounts(this.bench.space().template());

	private final Map<String, Map<String, String>> contents = new TreeMap<>();

	private void with(String key, Map<String, String> entries) {
		this.contents.computeIfAbsent(key, (unknown) -> new TreeMap<>()).putAll(entries);
	}

	private static Map<String, String> many(int count, String prefix, String value) {
		return IntStream.range(0, count).boxed().collect(Collectors.toMap((i) -> prefix + i, (i) -> value));
	}

	private void withDelayed(int count) {
		with("jobs", many(count, "d", RECORD));
		with("waiting", many(count, "d", at(60)));
	}

	private void withFailed(int count) {
		with("jobs", many(count, "f", RECORD));
		with("failed", many(count, "f", at(-9)));
		with("failures", many(count, "f", FAILURE));
	}

	private void withReserved(int count, String lease) {
		with("jobs", many(count, "w", RECORD));
		with("reserved", many(count, "w", at(20)));
		with("leases", many(count, "w", lease));
	}

	private void withHeldAhead(int count) {
		with("meta", of("ahead", at(1000)));
		withReserved(count, HELD_AHEAD.formatted(at(10), at(10)));
	}

	private void withOneJobInEveryState() {
		withDelayed(1);
		withFailed(1);
		withReserved(1, lease("h/p:1;2;5;20", 0));
		with("jobs", of("r", RECORD, "dh", "1h;;\n\npayload", "rl", "1l;;\n\n1"));
		with("waiting", of("r", at(-1)));
		with("waiting-high", of("dh", at(60)));
		with("waiting-low", of("rl", at(-1)));
		with("failures", of("d0", FAILURE, "r", FAILURE, "w0", FAILURE));
		with("meta", of("priorities", "1", "armed", at(60), "dropped", "7"));
	}

	private void without(String... ids) {
		for (String id : ids) {
			this.contents.values().forEach((entries) -> entries.remove(id));
		}
		this.contents.values().removeIf(Map::isEmpty);
	}

	private void assertPurged(String states, long jobs, String... ids) {
		this.bench.seed(this.contents);
		this.counts.reset();
		assertThat(this.bench.run(RedisScript.PURGE_AT_ONCE, states)).containsExactly(jobs);
		without(ids);
		with("meta", clock());
		assertThat(this.bench.contents()).isEqualTo(this.contents);
	}

	// Nothing is written, or everything is written with the value that it has.
	private void assertUnchanged(ScriptBench bench, String states) {
		bench.seed(this.contents);
		this.counts.reset();
		assertThat(bench.run(RedisScript.PURGE_AT_ONCE, states)).containsExactly(0L);
		assertThat(bench.contents()).isEqualTo(this.contents);
	}

	private long calls(String command) {
		return this.counts.calls().getOrDefault(command, 0L);
	}

	private static String[] ids(int count, String prefix) {
		return many(count, prefix, "").keySet().toArray(String[]::new);
	}

	@Test
	void jobsOfAnyNumberAreDeletedByOneCommand() {
		withDelayed(2_000);
		assertPurged("1", 2_000, ids(2_000, "d"));
		assertThat(calls("unlink")).isEqualTo(1);
		assertThat(calls("zrem") + calls("hdel") + calls("hmget")).isOne();
	}

	@ParameterizedTest
	@CsvSource({ "1, 2, d0 dh", "2, 2, r rl", "3, 1, w0", "4, 1, f0", "12, 4, d0 dh r rl", "34, 2, w0 f0",
			"13, 3, d0 dh w0" })
	void otherJobsAreNotChanged(String states, long jobs, String ids) {
		withOneJobInEveryState();
		assertPurged(states, jobs, ids.split(" "));
	}

	@Test
	void purgeOfAllJobsLeavesNoKeys() {
		withOneJobInEveryState();
		assertPurged(ALL, 6, "d0", "dh", "r", "rl", "w0", "f0");
		assertThat(this.bench.contents()).containsOnlyKeys("meta");
	}

	@Test
	void timesOfOtherJobsKeepTheirFractions() {
		with("jobs", of("a", RECORD, "b", RECORD, "c", RECORD));
		with("waiting", of("a", at(-2) + ".109375", "b", at(-1), "c", at(60)));
		assertPurged("1", 1, "c");
	}

	@Test
	void statesAreDeterminedByTheMarkOfTheClock() {
		with("jobs", of("a", RECORD, "b", RECORD));
		with("waiting", of("a", at(0), "b", at(1)));
		assertPurged("2", 1, "a");
	}

	@Test
	void aHundredOtherJobsAreRewritten() {
		withDelayed(300);
		withFailed(60);
		withReserved(40, lease("h/p:1;1;5;20", 0));
		assertPurged("1", 300, ids(300, "d"));
	}

	@Test
	void moreThanAHundredOtherJobsNeedAPurgeInSteps() {
		withDelayed(300);
		withFailed(61);
		withReserved(40, lease("h/p:1;1;5;20", 0));
		assertUnchanged(this.bench, "1");
		assertThat(calls("hset")).isZero();
	}

	@Test
	void aHundredWaitingJobsAreRewritten() {
		withDelayed(100);
		withFailed(300);
		assertPurged("4", 300, ids(300, "f"));
	}

	@Test
	void moreThanAHundredWaitingJobsNeedAPurgeInSteps() {
		withDelayed(101);
		withFailed(300);
		assertUnchanged(this.bench, "4");
	}

	@Test
	void largeRecordsAreNotRewritten() {
		withDelayed(3);
		with("jobs", of("f0", "1;;\n\n" + "x".repeat(499_900)));
		with("failed", of("f0", at(-9)));
		with("failures", of("f0", "2;3;1;h\n" + "x".repeat(100)));
		assertUnchanged(this.bench, "1");
		assertThat(calls("hmget")).as("of the clock").isOne();
	}

	@ParameterizedTest
	@ValueSource(strings = { "1", "2", "3", ALL })
	void aPartitionWithoutSuchJobsIsNotChanged(String states) {
		if (!states.equals(ALL)) {
			withFailed(3);
		}
		assertUnchanged(this.bench, states);
	}

	@Test
	void aRecordInNoStateNeedsAPurgeInSteps() {
		this.bench.space().leaveUnaudited();
		withDelayed(3);
		with("jobs", of("x", RECORD));
		assertUnchanged(this.bench, "1");
	}

	@Test
	void jobsOfUnrecordedPrioritiesAreDeleted() {
		withOneJobInEveryState();
		this.contents.get("meta").remove("priorities");
		this.bench.seed(this.contents);
		this.bench.run(RedisScript.PURGE_AT_ONCE, ALL);
		assertThat(this.bench.contents()).containsOnlyKeys("meta");
	}

	@Test
	void jobsOfUnrecordedPrioritiesAreNotLostIfTheNumbersAgree() {
		this.bench.space().leaveUnaudited();
		withDelayed(2);
		with("jobs", of("h", RECORD));
		with("waiting-high", of("h", at(60)));
		with("failed", of("d0", at(-9)));
		assertUnchanged(this.bench, "1");
		assertUnchanged(this.bench, "4");
	}

	@Test
	void aRemainingJobInTwoStatesNeedsAPurgeInSteps() {
		this.bench.space().leaveUnaudited();
		withDelayed(2);
		withReserved(1, lease("h/p:1;1;5;20", 0));
		with("jobs", of("x", RECORD));
		with("failed", of("w0", at(-9)));
		assertUnchanged(this.bench, "1");
	}

	@Test
	void aRemainingJobWithoutARecordNeedsAPurgeInSteps() {
		this.bench.space().leaveUnaudited();
		withDelayed(2);
		with("jobs", of("x", RECORD));
		with("failed", of("y", at(-9)));
		assertUnchanged(this.bench, "1");
	}

	@Test
	void manySingleLeasesNeedAPurgeInSteps() {
		withReserved(100, lease("h/p:1;1;5;20", 0));
		assertPurged("3", 100, ids(100, "w"));
		withReserved(101, lease("h/p:1;1;5;20", 0));
		assertUnchanged(this.bench, "3");
	}

	@Test
	void jobsReservedAheadArePurgedAsDelayed() {
		withDelayed(1);
		withHeldAhead(3);
		with("jobs", of("w1", RECORD));
		with("leases", of("w1", lease("h/p:1;1;5;20", 0)));
		assertPurged("3", 1, "w1");
		assertPurged("1", 3, "d0", "w0", "w2");
	}

	@Test
	void manyJobsReservedAheadNeedAPurgeInSteps() {
		withHeldAhead(101);
		assertUnchanged(this.bench, "1");
		assertPurged(ALL, 101, ids(101, "w"));
	}

	@Test
	void leasesOfAllJobsAreUnlinked() {
		withHeldAhead(100);
		with("jobs", many(500, "v", RECORD));
		with("reserved", many(500, "v", at(-1)));
		with("leases", many(500, "v", lease("h/p:1;1;5;20", -30)));
		assertPurged(ALL, 600, this.contents.get("jobs").keySet().toArray(String[]::new));
	}

	@ParameterizedTest
	@ValueSource(strings = { "'UNLINK'", "'HSET', KEYS[2]", "'HSET', KEYS[7]", "'ZADD'" })
	void nothingIsDeletedIfRedisRefusesOneOfTheCommands(String command) {
		String unknown = command.replaceFirst("'[A-Z]+'", "'UNKNOWN'");
		try (ScriptBench refusing = new ScriptBench(RedisSpace.shared(), (clock) -> new ScriptLibrary((file) -> {
			String text = clock.read(file);
			assertThat(!file.equals("_rewrite") || text.contains(command)).isTrue();
			return file.equals("_rewrite") ? text.replace(command, unknown) : text;
		}))) {
			withOneJobInEveryState();
			assertUnchanged(refusing, "1");
		}
	}

	@Test
	void aPartitionThatIsBeingMovedIsNotPurged() {
		Map<String, Map<String, String>> before = new HashMap<>(
				Map.of("jobs", of("d", RECORD), "waiting", of("d", at(60)), "meta", of("layout", "1>2;7")));
		this.bench.seed(before);
		assertThatThrownBy(() -> this.bench.run(RedisScript.PURGE_AT_ONCE, "1")).hasMessageContaining("DELAYMOVED");
		assertThat(this.bench.contents()).isEqualTo(before);
	}

}
