/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.redis;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.data.redis.core.script.DefaultRedisScript;

import io.delay.redis.script.RedisScript;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Versions without stack traces read and change the texts in {@code failures} that this
 * version writes, and the other way round. The patterns are those of the earlier version.
 */
class EarlierFailureReadersTests extends ScriptTests {

	private static final String TOKEN = "h/p:1";

	/** {@code JobFailuresCodec} of the earlier version. */
	private static final Pattern CODEC = Pattern
		.compile("(\\d{1,9})[hl]?(?:s\\d{1,9})?;\\d{1,15}(?:;(\\d{1,15})(?:;([^\\n]+)\\n(.*))?)?", Pattern.DOTALL);

	/** The functions of the earlier version, of which ARGV[1] names one. */
	private static final String SCRIPTS = """
			local now = 50
			local function attemptsOf(text)
				local attempts, stalls, due = string.match(text or '', '^(%d+)[hl]?s?(%d*);(%d+)')
				return string.format('%s %s %s', attempts, stalls, due)
			end
			local function releaseText(text)
				local attempts, dueTime, time, rest = string.match(text or '', '^(%d+[hl]?)s?%d*(;%d+;)(%d+)(;.*)$')
				return string.format('%s%s%.0f%s', attempts, dueTime, math.min(now, time), rest)
			end
			local function bothErrors(text)
				local function limited(error)
					return string.sub(error, 1, 1000)
				end
				return limited(string.match(text or '', '^[^\\n]*\\n(.*)$') or '') .. '\\nFailure handler: ' .. limited('bang')
			end
			local function withStalls(text)
				local attempts, rest = string.match(text or '', '^(%d+[hl]?)s?%d*(;.*)$')
				return attempts .. 's2' .. rest
			end
			local function kick(text)
				return (string.gsub(text, '^%d+[hl]?s?%d*;', '0;'))
			end
			local function priority(text)
				return string.match(text or '', '^%d+([hl])')
			end
			local function reschedule(text)
				return (string.gsub(text, '^(%d+[hl]?s?%d*;)%d+', '%199'))
			end
			local function setBack(text)
				local attempts, due, time, rest = string.match(text, '^(%d+[hl]?s?%d*);(%d+);(%d+)(.*)$')
				return string.format('%s;%s;%.0f%s', attempts, due, now, rest)
			end
			local functions = { attemptsOf = attemptsOf, releaseText = releaseText, bothErrors = bothErrors,
				withStalls = withStalls, kick = kick, priority = priority, reschedule = reschedule, setBack = setBack }
			return functions[ARGV[1]](ARGV[2])
			""";

	private static final String FAILURES = "h\nboom\nline 2\u001e2;7\n\tat A\n\tat B\u001e4;h\nbang\u001e1;\u001e";

	private String failuresOfThisVersion(String lease) {
		this.bench.seed(Map.of("jobs", of("a", RECORD), "reserved", of("a", at(20)), "leases", of("a", lease),
				"failures", of("a", "1h;3;4;host-1\nfirst")));
		this.bench.run(RedisScript.FAIL, "a", TOKEN, "+5", "host-2", "boom\nline 2", "7\n\tat A\n\tat B");
		return this.bench.contents().get("failures").get("a");
	}

	@Test
	void attemptsDueTimeTimeHostAndErrorAreRead() {
		String text = failuresOfThisVersion("h/p:1;2;5;20;7;3;h");
		Matcher matcher = CODEC.matcher(text);
		assertThat(matcher.matches()).isTrue();
		assertThat(matcher.group(1)).isEqualTo("2");
		assertThat(matcher.group(2)).isEqualTo(Long.toString(now()));
		assertThat(matcher.group(3)).isEqualTo("host-2");
		assertThat(matcher.group(4)).startsWith("boom\nline 2\u001e");
	}

	@ParameterizedTest
	@CsvSource({ "attemptsOf, 2hs1;3;60;, 2 1 3, false", "priority, 2hs1;3;60;, h, false",
			"releaseText, 2hs1;3;60;, 2h;3;50;, true", "withStalls, 2h;3;60;, 2hs2;3;60;, true",
			"kick, 2hs1;3;60;, 0;3;60;, true", "reschedule, 2hs1;3;60;, 2hs1;99;60;, true",
			"setBack, 2hs1;3;60;, 2hs1;3;50;, true" })
	void textIsReadAndChangedByTheScripts(String function, String head, String after, boolean kept) {
		assertThat(run(function, head + FAILURES)).isEqualTo(after + (kept ? FAILURES : ""));
	}

	@Test
	void failureAfterOneOfAnEarlierVersionKeepsBoth() {
		assertThat(failuresOfThisVersion("h/p:1;2;5;20;7;3;h")).isEqualTo("2h;3;" + now()
				+ ";host-2\nboom\nline 2\u001e2;7\n\tat A\n\tat B\u001e4;host-1\nfirst\u001e1;\n\u001e");
	}

	@Test
	void errorsThatAnEarlierVersionJoinedDuringFailureHandlingAreOneError() {
		String joined = run("bothErrors", "2;3;60;" + FAILURES);
		assertThat(joined).startsWith("boom\nline 2\u001e2;7\n\tat A").endsWith("\nFailure handler: bang");
		this.bench.seed(
				Map.of("jobs", of("a", RECORD), "waiting", of("a", at(0)), "failures", of("a", "2;3;60;h\n" + joined)));
		this.bench.run(RedisScript.BURY_WAITING, "console", "no", "a");
		assertThat(this.bench.contents().get("failures").get("a")).isEqualTo("2;3;" + now()
				+ ";console\nno\u001e2;\n\u001e60;h\n" + joined.replace('\u001e', '\n') + "\u001e2;\u001e");
	}

	private String run(String function, String text) {
		return this.bench.space()
			.template()
			.execute(new DefaultRedisScript<>(SCRIPTS, String.class), List.of(), function, text);
	}

}
