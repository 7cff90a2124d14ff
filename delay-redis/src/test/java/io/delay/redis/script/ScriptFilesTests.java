// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicPartitions;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the Lua files keep the rules that make them safe on Redis Cluster and old
 * servers.
 */
class ScriptFilesTests {

	private static final Pattern CALL = Pattern.compile("redis\\.p?call\\((.{0,40})");

	private static final Pattern ALLOWED = Pattern.compile(
			"^('[A-Z]+', ('USAGE', )?(KEYS|waiting)\\[[^]]+][,)]|'[A-Z]+', set,|'[A-Z]+', counters[,)]|'TIME'\\)|'PUBLISH', ARGV\\[1])");

	// Removes entries of a key other than meta and counters
	private static final Pattern REMOVAL = Pattern
		.compile("'(ZREM|HDEL|UNLINK)', (waiting|KEYS\\[(?!1]|10]))|'ZREM', KEYS\\[1]");

	/**
	 * These remove nothing, or nothing that exists, or access no key after they have
	 * removed from it, or only work on a topic without jobs, or only on its consumers.
	 */
	private static final Set<RedisScript> WITHOUT_NONE = Set.of(RedisScript.FIND, RedisScript.PAGE, RedisScript.STATUS,
			RedisScript.TOUCH, RedisScript.CHECK, RedisScript.SUBMIT_NEW, RedisScript.ACK, RedisScript.MOVE_END,
			RedisScript.FORGET_END, RedisScript.ANNOUNCE, RedisScript.REFUSALS);

	private static final Pattern INCLUDE = Pattern.compile("(?m)^--@include (\\w+)(?: -- (.*(?:(?<=,)\\n--   .*)*))?$");

	static Stream<String> files() throws IOException {
		Resource[] resources = new PathMatchingResourcePatternResolver()
			.getResources("classpath*:io/delay/redis/script/*.lua");
		assertThat(resources).hasSizeGreaterThan(RedisScript.values().length);
		return Stream.of(resources).map((resource) -> resource.getFilename().replace(".lua", ""));
	}

	@ParameterizedTest
	@MethodSource("files")
	void everyScriptIsShortAndHasAHeader(String file) {
		List<String> lines = ScriptLibrary.read(file).lines().toList();
		assertThat(lines).hasSizeLessThanOrEqualTo(60)
			.noneMatch((line) -> line.startsWith("#!"))
			.allMatch((line) -> line.length() <= 130);
		assertThat(lines.get(0)).startsWith("-- ");
		if (!file.startsWith("_")) {
			assertThat(lines).anyMatch((line) -> line.startsWith("-- KEYS["))
				.anyMatch((line) -> line.startsWith("-- Returns "));
		}
	}

	@ParameterizedTest
	@MethodSource("files")
	void scriptsUseOnlyDeclaredKeys(String file) {
		String code = ScriptLibrary.read(file).replaceAll("(?m)^--.*$", "");
		assertThat(CALL.matcher(code).results())
			.allSatisfy((call) -> assertThat(call.group(1)).as("call %s", call.group()).containsPattern(ALLOWED));
	}

	@ParameterizedTest
	@MethodSource("files")
	void scriptsNameWhatTheyUseOfTheirFragments(String file) {
		String text = ScriptLibrary.read(file);
		Set<String> included = new HashSet<>();
		INCLUDE.matcher(text).results().forEach((include) -> {
			included.add(include.group(1));
			String fragment = expand(ScriptLibrary.read(include.group(1)), new HashSet<>(Set.of(include.group(1))));
			expand(ScriptLibrary.read(include.group(1)), included);
			String rest = expand(text.substring(include.end()), new HashSet<>(included));
			List<String> names = new ArrayList<>(new LuaNames(fragment).declared());
			names.retainAll(new LuaNames(rest).used());
			String[] named = (include.group(2) != null) ? include.group(2).split(",\\s(?:--   )?") : new String[0];
			assertThat(named).as(include.group()).containsExactlyElementsOf(names);
		});
	}

	private static String expand(String text, Set<String> included) {
		return INCLUDE.matcher(text)
			.replaceAll((include) -> included.add(include.group(1))
					? Matcher.quoteReplacement(expand(ScriptLibrary.read(include.group(1)), included)) : "");
	}

	@ParameterizedTest
	@EnumSource(RedisScript.class)
	void everyScriptAndFragmentExists(RedisScript script) {
		String text = new String(new ScriptLibrary().source(script).text(), StandardCharsets.UTF_8);
		assertThat(text).startsWith("-- ").doesNotContain("--@include");
	}

	@ParameterizedTest
	@EnumSource(RedisScript.class)
	void scriptsThatRemoveJobsFromAKeyHaveAKeyThatNeverExists(RedisScript script) {
		String text = new String(new ScriptLibrary().source(script).text(), StandardCharsets.UTF_8);
		boolean removes = REMOVAL.matcher(text.replaceAll("(?m)^ *--.*$", "")).find();
		PartitionKeys partition = new TopicPartitions("test", "orders", 1).all().get(0);
		assertThat(Stream.of(script.keys(partition)).map(String::new).toList().contains("{test:orders:0}:none"))
			.isEqualTo(removes && !WITHOUT_NONE.contains(script));
	}

	@Test
	void aFragmentIsIncludedOnce() {
		Map<String, String> files = Map.of("ack", "--@include _a\n--@include _b\n--@include _a\n", "_a",
				"--@include _b\na", "_b", "b");
		ScriptLibrary library = new ScriptLibrary(files::get);
		assertThat(new String(library.source(RedisScript.ACK).text(), StandardCharsets.UTF_8)).isEqualTo("b\na\n\n\n");
	}

	@Test
	void scriptsDoNotRepeatTheNamesOfTheirFragments() {
		Map<String, String> files = Map.of("ack", "--@include _a -- one,\n--   two\n--@include _b -- three\nend", "_a",
				"a", "_b", "b");
		ScriptLibrary library = new ScriptLibrary(files::get);
		assertThat(new String(library.source(RedisScript.ACK).text(), StandardCharsets.UTF_8)).isEqualTo("a\nb\nend");
	}

	@Test
	void aScriptIsReadOnceWhenItIsUsed() {
		List<String> read = new ArrayList<>();
		ScriptLibrary library = new ScriptLibrary((file) -> {
			read.add(file);
			return "-- " + file;
		});
		assertThat(read).isEmpty();
		library.source(RedisScript.ACK);
		library.source(RedisScript.ACK);
		assertThat(read).containsExactly("ack");
	}

}
