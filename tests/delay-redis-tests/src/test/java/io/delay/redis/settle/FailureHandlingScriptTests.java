// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.settle;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import io.delay.redis.CommandCounts;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptTests;

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
	void leaseRecordsTheFailureHandlerReadablyForEarlierVersions() {
		this.bench.seed(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(0))));
		reserve(3);
		assertThat(lease()).isEqualTo("h/p:2;1;05;30000;%s;%s".formatted(now(), now())).matches(EARLIER_LEASE);
	}

	@Test
	void failureHandlerNeedsNoCommandWithoutFailedJobs() {
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
	void exhaustedJobWaitsForAFailureHandler() {
		seed("h/p:1;5;05;20;7;3;h", 20);
		this.bench.run(RedisScript.FAIL, "a", TOKEN, "+5", "h", "boom", "7\n\tat A.b");
		assertThat(this.bench.contents()).isEqualTo(Map.of("jobs", of("a", RECORD), "handling", of("a", at(0)),
				"failures", of("a", "5hf0;3;%s;h\nboom\u001e5;7\n\tat A.b\u001e".formatted(now())), "meta",
				of("clock", at(0), "armed", at(0), "queues", "1")));
	}

	@Test
	void failureHandlerReceivesTheFailures() {
		seedHandling("5s1f1;3;1;h\nboom");
		assertThat(reserve(3)).containsExactly(now() * 1000, 30_000_000L, List.of(),
				List.of(0L, 0L, 0L, 1L, 0L, "5s1f1;3;1;h\nboom"), "a", RECORD, 2L, 3L, now(), 30_000L, 3L);
		assertThat(lease()).isEqualTo("h/p:2;2;03;30000;%s;3;1;f5".formatted(now()));
		assertThat(this.bench.contents()).doesNotContainKey("handling");
	}

	private void seedHandling(String failures) {
		this.bench.seed(Map.of("jobs", of("a", RECORD), "handling", of("a", at(0)), "failures", of("a", failures),
				"meta", of("queues", "1")));
	}

	@Test
	void jobThatIsHandedBackWaitsForTheSameAttemptAgain() {
		seed("h/p:1;2;03;20;7;3;u1;f5", 20);
		this.bench.seed(Map.of("failures", of("a", "5;3;1;h\nboom")));
		this.bench.run(RedisScript.TOUCH, "a", TOKEN, "0", "0");
		assertThat(lease()).isEqualTo("h/p:1;2;03;20;7;3;s1;f5");
		this.bench.run(RedisScript.HAND_BACK_JOBS, "a", TOKEN);
		assertThat(this.bench.contents()).containsEntry("failures", of("a", "5s1f1;3;1;h\nboom"))
			.containsEntry("handling", of("a", at(0)))
			.doesNotContainKeys("leases", "reserved");
	}

	@Test
	void consumerWithoutFailureHandlerReservesAgainAfterTheTtr() {
		seedHandling("5f0;3;1;h\nboom");
		assertThat(reserve()).containsExactly(now() * 1000, 30_000_000L, List.of(), List.of(0L, 0L));
		assertThat(this.bench.contents()).containsEntry("handling", of("a", at(0)))
			.containsEntry("meta", of("clock", at(0), "armed", at(30_000), "queues", "1"));
	}

	@Test
	void jobForAFailureHandlerIsPublishedAlthoughAPollerIsArmed() {
		seed("h/p:1;5;05;20;7;3", 20);
		this.bench.seed(Map.of("meta", of("armed", at(0))));
		CommandCounts counts = new CommandCounts(this.bench.space().template());
		counts.reset();
		this.bench.run(RedisScript.FAIL, "a", TOKEN, "+5", "h", "boom", "\n");
		assertThat(counts.calls()).containsEntry("publish", 1L);
	}

	@Test
	void rescheduledJobForAFailureHandlerIsPublished() {
		seedHandling("5f0;3;1;h\nboom");
		this.bench.seed(Map.of("meta", of("armed", at(0))));
		CommandCounts counts = new CommandCounts(this.bench.space().template());
		counts.reset();
		this.bench.run(RedisScript.RESCHEDULE, "+500", "a");
		assertThat(counts.calls()).containsEntry("publish", 1L);
	}

	@Test
	void missingTextOfFailuresFailsNoTransition() {
		seed("h/p:1;1;03;20;7;3;;f5", 20);
		this.bench.run(RedisScript.FAIL, "a", TOKEN, "+5", "h", "boom", "7\n\tat A.b");
		assertThat(this.bench.contents().get("handling")).containsOnlyKeys("a");
		this.bench.clock().advance(Duration.ofMillis(5));
		assertThat(reserve(3).get(4)).isEqualTo("a");
	}

}
