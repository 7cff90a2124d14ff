// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import io.delay.redis.DeclaredKeys;
import io.delay.redis.RedisSpace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Redis refuses a command in the middle of a script, for instance because the user has
 * lost the permission for it. No job may be in no state afterwards.
 */
@Tag("thorough")
class RefusedWriteScriptTests {

	private static final String RECORD = ScriptTests.RECORD;

	private static final List<String> STATES = List.of("waiting", "waiting-high", "waiting-low", "isolated", "handling",
			"reserved", "failed");

	/** The token of the leases that have not ended. */
	private static final String TOKEN = "h/p:1";

	/**
	 * Refuses one write of a script. It stands behind the guard of the declared keys,
	 * which has defined redis.
	 */
	private static final String REFUSAL = """
			local permitted, writes = redis, 0
			local function refusing(call, refuse)
				return function(command, ...)
					if command == 'ZADD' or command == 'HSET' or command == 'ZREM' or command == 'HDEL' then
						writes = writes + 1
						if writes == %d then
							return refuse()
						end
					end
					return call(command, ...)
				end
			end
			local redis = setmetatable({
				call = refusing(redis.call, function() error('NOPERM') end),
				pcall = refusing(redis.pcall, function() return { err = 'NOPERM' } end)
			}, { __index = permitted })
			""";

	static Stream<Arguments> scripts() {
		return Stream.of(
				Arguments.of(RedisScript.RESERVE, List.of("t/p:2", "9", "1000", "1", "1000000", "pull", "0", "0")),
				Arguments.of(RedisScript.FAIL,
						List.of("r", TOKEN, "+5", "h", "boom", "", "last", TOKEN, "+5", "h", "boom", "", "handled",
								TOKEN, "+5", "h", "boom", "", "handling", TOKEN, "+5", "h", "boom", "")),
				Arguments.of(RedisScript.RELEASE, List.of("r", TOKEN, "+5", "handling", TOKEN, "+5")),
				Arguments.of(RedisScript.BURY,
						List.of("r", TOKEN, "h", "boom", "", "handled", TOKEN, "h", "boom", "", "handling", TOKEN, "h",
								"boom", "")),
				Arguments.of(RedisScript.HAND_BACK_JOBS, List.of("r", TOKEN, "stalled", TOKEN, "handling", TOKEN)),
				Arguments.of(RedisScript.HAND_BACK, List.of("0", TOKEN)),
				Arguments.of(RedisScript.KICK, List.of("+5", "f", "fh")),
				Arguments.of(RedisScript.KICK_OLDEST, List.of("+5", "10")),
				Arguments.of(RedisScript.RESCHEDULE, List.of("+5", "w", "h", "ahead")),
				Arguments.of(RedisScript.BURY_WAITING, List.of("h", "boom", "w", "h", "ahead")),
				Arguments.of(RedisScript.RESUBMIT,
						List.of("", "r", TOKEN, "+5", "h", "1h;;\n\nnew", "", "last", TOKEN, "+5", "", RECORD, "")),
				Arguments.of(RedisScript.SUBMIT, List.of("w", "+5", "1", RECORD, "r", "+5", "1", RECORD, "f", "+5",
						"1h", RECORD, "h", "+5", "1", RECORD, "ahead", "+5", "1l", RECORD)));
	}

	@ParameterizedTest
	@MethodSource("scripts")
	void refusedWritesLeaveNoJobWithoutAState(RedisScript script, List<String> arguments) {
		int refused = 0;
		int last = 0;
		for (int write = 1; write <= last + 5; write++) {
			try (ScriptBench bench = bench(write)) {
				bench.space().leaveUnaudited();
				seed(bench, "1;0");
				Set<String> before = Set.copyOf(keys(bench.contents(), "jobs"));
				Throwable failure = catchThrowable(() -> bench.run(script, arguments.toArray()));
				if (failure != null) {
					assertThat(failure).hasStackTraceContaining("NOPERM");
					last = write;
					refused++;
				}
				check(bench.contents(), before);
			}
		}
		assertThat(refused).isGreaterThan(4);
	}

	private static void check(Map<String, Map<String, String>> contents, Set<String> before) {
		assertThat(keys(contents, "jobs")).containsAll(before);
		Set<String> inAnyState = new HashSet<>();
		STATES.forEach((key) -> inAnyState.addAll(keys(contents, key)));
		assertThat(inAnyState).containsAll(before);
		assertThat(keys(contents, "leases")).as("jobs with a lease").containsAll(keys(contents, "reserved"));
		assertThat(keys(contents, "failures")).as("jobs with failures").containsAll(keys(contents, "failed"));
	}

	private static ScriptBench bench(int write) {
		return new ScriptBench(RedisSpace.shared(), (clock) -> new ScriptLibrary((file) -> file.startsWith("_")
				? clock.read(file) : DeclaredKeys.GUARD + REFUSAL.formatted(write) + ScriptLibrary.read(file)));
	}

	private static void seed(ScriptBench bench, String layout) {
		String now = Long.toString(bench.now());
		String soon = Long.toString(bench.now() + 500);
		String later = Long.toString(bench.now() + 60_000);
		bench.seed(Map.of(
				"meta", Map.of("layout", layout, "priorities", "1", "ahead", later), "jobs", records("w", "h", "r",
						"last", "handled", "handling", "stalled", "expired", "endless", "f", "fh", "ahead"),
				"waiting", Map.of("w", now), "waiting-high", Map.of("h", now), "reserved",
				Map.of("r", later, "last", later, "handled", later, "handling", later, "stalled", later, "expired", "1",
						"endless", "2", "ahead", later),
				"leases",
				Map.of("r", TOKEN + ";1;5;20;1;1", "last", TOKEN + ";5;5;20;1;1", "handled", TOKEN + ";5;05;20;1;1",
						"handling", TOKEN + ";1;05;20;1;1;;f5", "stalled", TOKEN + ";1;5;20;1;1;u2", "expired",
						"x/p:1;1;1;20;1;1", "endless", "x/p:1;1;5;20;1;1", "ahead",
						"x/p:1;1;5;20;" + soon + ";" + soon + ";a"),
				"failed", Map.of("f", "1", "fh", "2"), "failures",
				Map.of("f", "1;3;1;h\nboom", "fh", "1h;3;1;h\nboom", "handling", "5;3;1;h\nboom"), "counters",
				Map.of("1s", "1")));
	}

	private static Map<String, String> records(String... ids) {
		return Stream.of(ids).collect(Collectors.toMap((id) -> id, (id) -> RECORD));
	}

	private static Set<String> keys(Map<String, Map<String, String>> contents, String key) {
		return contents.getOrDefault(key, Map.of()).keySet();
	}

}
