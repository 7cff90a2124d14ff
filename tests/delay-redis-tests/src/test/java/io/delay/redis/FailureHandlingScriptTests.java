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

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import io.delay.redis.script.RedisScript;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of what the scripts store for jobs in failure handling.
 */
class FailureHandlingScriptTests extends ScriptTests {

	/** By which versions without failure handlers read a lease. */
	private static final Pattern EARLIER_LEASE = Pattern
		.compile("([^;]+);(\\d+);(\\d+);(\\d+);(\\d+);(\\d+);?([hl]?)([uaso]?)(\\d*)");

	private static final String TOKEN = "h/p:1";

	private List<Object> reserve(Object... failureAttempts) {
		Object[] arguments = { "h/p:2", 10, 30_000, 5, 262_144, "pull", 0, 0 };
		Object[] all = Arrays.copyOf(arguments, arguments.length + failureAttempts.length);
		System.arraycopy(failureAttempts, 0, all, arguments.length, failureAttempts.length);
		return this.bench.run(RedisScript.RESERVE, all);
	}

	private void seed(String lease, long deadline) {
		this.bench.seed(Map.of("jobs", of("a", RECORD), "reserved", of("a", at(deadline)), "leases", of("a", lease)));
	}

	private String lease() {
		return this.bench.contents().get("leases").get("a");
	}

	@Test
	void leaseSaysThatItsConsumerHasAFailureHandlerAndEarlierVersionsCanReadIt() {
		this.bench.seed(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(0))));
		reserve(3);
		assertThat(lease()).isEqualTo("h/p:2;1;05;30000;%s;%s".formatted(now(), now())).matches(EARLIER_LEASE);
	}

	@Test
	void failureHandlerCostsNoCommandWhileNoJobHasFailed() {
		commandsOfALife();
		assertThat(commandsOfALife(3)).isEqualTo(commandsOfALife());
	}

	private Map<String, Long> commandsOfALife(Object... failureAttempts) {
		this.bench.seed(Map.of("jobs", of("a", RECORD, "b", RECORD, "c", RECORD), "waiting",
				of("a", at(0), "b", at(0), "c", at(0))));
		CommandCounts counts = new CommandCounts(this.bench.space().template());
		counts.reset();
		reserve(failureAttempts);
		this.bench.run(RedisScript.ACK, "a", "h/p:2");
		this.bench.run(RedisScript.FAIL, "b", "h/p:2", "+5", "h", "boom", "7\n\tat A.b");
		this.bench.run(RedisScript.RELEASE, "c", "h/p:2", "+5");
		this.bench.clock().advance(Duration.ofSeconds(60));
		reserve(failureAttempts);
		this.bench.clock().advance(Duration.ofSeconds(60));
		reserve(failureAttempts);
		Map<String, Long> calls = counts.calls();
		for (String id : new String[] { "b", "c" }) {
			this.bench.run(RedisScript.CANCEL, "", id);
		}
		this.bench.run(RedisScript.RESERVE, "h/p:3", 10, 30_000, 5, 262_144, "pull", 0, 0);
		return calls;
	}

	@Test
	void failedJobIsNotReadAsAnOrdinaryOneByEarlierVersions() {
		seed("h/p:1;5;05;20;7;3;h", 20);
		this.bench.run(RedisScript.FAIL, "a", TOKEN, "+5", "h", "boom", "7\n\tat A.b");
		assertThat(this.bench.contents().get("reserved")).isEqualTo(of("a", at(0)));
		assertThat(this.bench.contents().get("failures"))
			.isEqualTo(of("a", "5h;3;%s;h\nboom\u001e5;7\n\tat A.b\u001e".formatted(now())));
		assertThat(lease()).isEqualTo("-;1;1;20;%s;3;hu;f5".formatted(now())).doesNotMatch(EARLIER_LEASE);
	}

	@Test
	void failureHandlerIsToldTheFailures() {
		seed("-;1;1;20;0;3;u;f5", 0);
		this.bench.seed(Map.of("failures", of("a", "5;3;1;h\nboom")));
		assertThat(reserve(3)).containsExactly(now() * 1000, 30_000_000L, List.of(),
				List.of(0L, 0L, 0L, "5;3;1;h\nboom"), "a", RECORD, 1L, 3L, now(), 30_000L, 3L);
		assertThat(lease()).isEqualTo("h/p:2;1;03;30000;%s;3;;f5".formatted(now()));
	}

	@Test
	void touchAndHandBackKeepTheMark() {
		seed("h/p:1;2;03;20;7;3;u;f5", 20);
		this.bench.run(RedisScript.TOUCH, "a", TOKEN, "0", "0");
		assertThat(lease()).isEqualTo("h/p:1;2;03;20;7;3;s;f5");
		this.bench.run(RedisScript.HAND_BACK_JOBS, "a", TOKEN);
		assertThat(lease()).isEqualTo("-;2;1;20;" + at(0) + ";3;u;f5");
		assertThat(this.bench.contents().get("reserved")).isEqualTo(of("a", at(0)));
	}

	@Test
	void consumerWithoutFailureHandlerWritesNothingAndLooksAgainAfterTheTtr() {
		seed("-;1;1;20;0;3;u;f5", 0);
		assertThat(reserve()).containsExactly(now() * 1000, 20_000L, List.of(), List.of(0L, 0L));
		assertThat(lease()).isEqualTo("-;1;1;20;0;3;u;f5");
		assertThat(this.bench.contents().get("meta")).containsEntry("armed", at(20));
	}

	@Test
	void hundredsOfJobsThatAreLeftToOthersHoldBackNoOthers() {
		Map<String, String> reserved = new TreeMap<>();
		Map<String, String> leases = new TreeMap<>();
		Map<String, String> jobs = new TreeMap<>();
		for (int i = 0; i < 499; i++) {
			jobs.put("f" + i, RECORD);
			reserved.put("f" + i, at(0));
			leases.put("f" + i, "-;1;1;20;0;3;u;f5");
		}
		jobs.put("a", RECORD);
		this.bench.seed(Map.of("jobs", jobs, "reserved", reserved, "leases", leases, "waiting", of("a", at(0))));
		assertThat(reserve().get(4)).isEqualTo("a");
	}

	@Test
	void textOfFailuresThatIsMissingFailsNoTransition() {
		seed("h/p:1;1;03;20;7;3;;f5", 20);
		this.bench.run(RedisScript.FAIL, "a", TOKEN, "+5", "h", "boom", "7\n\tat A.b");
		assertThat(this.bench.contents().get("failures").get("a")).startsWith("5;3;");
		seed("h/p:1;3;03;20;7;3;;f5", 20);
		this.bench.run(RedisScript.FAIL, "a", TOKEN, "+5", "h", "boom", "7\n\tat A.b");
		assertThat(this.bench.contents().get("failed")).containsOnlyKeys("a");
	}

}
