// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.RedisSystemException;

import io.delay.job.JobState;
import io.delay.redis.record.JobVersionCodec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A key that somebody else has made, of another type, stops a script before anything
 * moves: nothing is lost half-way.
 */
class WrongTypeTests extends ScriptTests {

	static Stream<Arguments> scriptsAndKeys() {
		return Stream.of(Arguments.of(RedisScript.SUBMIT, "waiting"), Arguments.of(RedisScript.SUBMIT_NEW, "waiting"),
				Arguments.of(RedisScript.SUBMIT_NEW, "jobs"), Arguments.of(RedisScript.RESERVE, "leases"),
				Arguments.of(RedisScript.RESERVE, "reserved"), Arguments.of(RedisScript.RESERVE, "failures"),
				Arguments.of(RedisScript.RELEASE, "waiting"), Arguments.of(RedisScript.RESUBMIT, "waiting"),
				Arguments.of(RedisScript.RESUBMIT, "jobs"), Arguments.of(RedisScript.RESUBMIT, "failures"),
				Arguments.of(RedisScript.RESUBMIT, "leases"), Arguments.of(RedisScript.FAIL, "waiting"),
				Arguments.of(RedisScript.FAIL, "failed"), Arguments.of(RedisScript.FAIL, "failures"),
				Arguments.of(RedisScript.BURY, "failed"), Arguments.of(RedisScript.BURY, "failures"),
				Arguments.of(RedisScript.HAND_BACK, "waiting"), Arguments.of(RedisScript.HAND_BACK_JOBS, "waiting"),
				Arguments.of(RedisScript.SUBMIT, "waiting-high"), Arguments.of(RedisScript.KICK, "waiting"),
				Arguments.of(RedisScript.KICK, "failures"), Arguments.of(RedisScript.KICK_OLDEST, "jobs"),
				Arguments.of(RedisScript.BURY_WAITING, "failed"), Arguments.of(RedisScript.BURY_WAITING, "failures"),
				Arguments.of(RedisScript.PURGE, "jobs"), Arguments.of(RedisScript.PURGE, "failed"),
				Arguments.of(RedisScript.PURGE, "failures"), Arguments.of(RedisScript.PURGE, "leases"),
				Arguments.of(RedisScript.PURGE_AT_ONCE, "jobs"), Arguments.of(RedisScript.PURGE_AT_ONCE, "failed"),
				Arguments.of(RedisScript.PURGE_AT_ONCE, "failures"), Arguments.of(RedisScript.PURGE_AT_ONCE, "leases"),
				Arguments.of(RedisScript.PURGE_AT_ONCE, "waiting"), Arguments.of(RedisScript.KICK_UNCHANGED, "jobs"),
				Arguments.of(RedisScript.KICK_UNCHANGED, "waiting"),
				Arguments.of(RedisScript.CANCEL_UNCHANGED, "leases"),
				Arguments.of(RedisScript.CANCEL_UNCHANGED, "waiting"), Arguments.of(RedisScript.EDIT, "reserved"),
				Arguments.of(RedisScript.EDIT, "failed"), Arguments.of(RedisScript.DROP_FAILED, "failures"),
				Arguments.of(RedisScript.CANCEL, "failures"), Arguments.of(RedisScript.INSERT, "reserved"),
				Arguments.of(RedisScript.INSERT, "failed"), Arguments.of(RedisScript.INSERT, "failures"),
				Arguments.of(RedisScript.REMOVE_UNCHANGED, "leases"),
				Arguments.of(RedisScript.REMOVE_UNCHANGED, "failed"));
	}

	static Stream<Arguments> scriptsAndPriorities() {
		return Stream.of("waiting-high", "waiting-low")
			.flatMap((key) -> Stream
				.of(RedisScript.SUBMIT, RedisScript.RESERVE, RedisScript.RELEASE, RedisScript.RESUBMIT,
						RedisScript.FAIL, RedisScript.HAND_BACK, RedisScript.RESCHEDULE, RedisScript.EDIT,
						RedisScript.BURY_WAITING, RedisScript.CANCEL_UNCHANGED, RedisScript.KICK_UNCHANGED,
						RedisScript.KICK, RedisScript.KICK_OLDEST, RedisScript.CANCEL, RedisScript.PURGE,
						RedisScript.PURGE_AT_ONCE, RedisScript.INSERT, RedisScript.REMOVE_UNCHANGED)
				.map((script) -> Arguments.of(script, key)));
	}

	@ParameterizedTest
	@MethodSource("scriptsAndKeys")
	void keyOfTheWrongTypeChangesNothing(RedisScript script, String wrong) {
		Map<String, Map<String, String>> contents = new TreeMap<>(
				Map.of("jobs", of("held", RECORD, "ready", RECORD, "dead", RECORD), "waiting", of("ready", at(0)),
						"reserved", of("held", at(20)), "leases", of("held", "h/p:1;1;5;20;7;3"), "failed",
						of("dead", at(-1)), "failures", of("dead", "1;3;1;h\nboom")));
		checkThatNothingMoves(script, wrong, contents);
	}

	@ParameterizedTest
	@MethodSource("scriptsAndPriorities")
	void keyOfTheWrongTypeChangesNothingInATopicWithPriorities(RedisScript script, String wrong) {
		checkThatNothingMoves(script, wrong,
				new TreeMap<>(Map.of("jobs", of("held", RECORD, "ready", RECORD, "dead", RECORD), "waiting",
						of("ready", at(0)), "reserved", of("held", at(20)), "leases", of("held", "h/p:1;1;5;20;7;3"),
						"failed", of("dead", at(-1)), "failures", of("dead", "1;3;1;h\nboom"), "meta",
						of("priorities", "1"))));
	}

	@ParameterizedTest
	@EnumSource(value = RedisScript.class,
			names = { "RELEASE", "RESUBMIT", "FAIL", "HAND_BACK", "HAND_BACK_JOBS", "KICK", "KICK_OLDEST" })
	void keyOfTheWrongTypeChangesNothingInATopicWithUnrecordedPriorities(RedisScript script) {
		checkThatNothingMoves(script, "waiting-high",
				new TreeMap<>(Map.of("jobs", of("held", RECORD, "dead", RECORD), "reserved", of("held", at(20)),
						"leases", of("held", "h/p:1;1;5;20;7;3;h"), "failed", of("dead", at(-1)), "failures",
						of("dead", "1h;3;1;h\nboom"))));
	}

	@Test
	void keyOfTheWrongTypeChangesNothingInABuriedJob() {
		checkThatNothingMoves(RedisScript.RESERVE, "failed",
				new TreeMap<>(Map.of("jobs", of("ready", "broken"), "waiting", of("ready", at(0)))));
	}

	@Test
	void keyOfTheWrongTypeRecordsNoPartOfAFailure() {
		checkThatNothingMoves(RedisScript.RESERVE, "failures", new TreeMap<>(Map.of("jobs", of("held", RECORD),
				"reserved", of("held", at(0)), "leases", of("held", "h/p:1;1;5;20;7;3"))));
	}

	@Test
	void jobsOfAPartlyFailedSubmitAreStoredCompletelyAndPublished() {
		String key = this.bench.space().key(ScriptBench.TOPIC, "waiting-high");
		this.bench.space().template().opsForList().leftPush(key, "somebody else's");
		assertThatExceptionOfType(RedisSystemException.class)
			.isThrownBy(() -> this.bench.run(RedisScript.SUBMIT, "a", "+5", "0", RECORD, "b", "+5", "0h", RECORD))
			.withMessageContaining("delay.namespace");
		this.bench.space().template().delete(key);
		assertThat(this.bench.contents()).isEqualTo(Map.of("jobs", of("a", RECORD), "waiting", of("a", at(5)), "meta",
				Map.of("armed", at(5), "clock", at(0))));
	}

	@ParameterizedTest
	@ValueSource(strings = { "leases", "failed", "failures" })
	void keyOfTheWrongTypeChangesNothingInAReplacedReservedJob(String wrong) {
		checkThatNothingMoves(() -> this.bench.run(RedisScript.SUBMIT, "held", "+5", "1", RECORD), wrong,
				new TreeMap<>(Map.of("jobs", of("held", RECORD), "reserved", of("held", at(20)), "leases",
						of("held", "h/p:1;1;5;20;7;3"))));
	}

	@ParameterizedTest
	@ValueSource(strings = { "reserved", "leases", "failures" })
	void keyOfTheWrongTypeChangesNothingInAReplacedFailedJob(String wrong) {
		checkThatNothingMoves(() -> this.bench.run(RedisScript.SUBMIT, "dead", "+5", "1", RECORD), wrong,
				new TreeMap<>(Map.of("jobs", of("dead", RECORD), "failed", of("dead", at(-1)), "failures",
						of("dead", "1;3;1;h\nboom"))));
	}

	@ParameterizedTest
	@ValueSource(strings = { "reserved", "leases", "failed", "failures" })
	void keyOfTheWrongTypeChangesNothingInAReplacedWaitingJob(String wrong) {
		checkThatNothingMoves(() -> this.bench.run(RedisScript.SUBMIT, "ready", "+5", "1", RECORD), wrong,
				new TreeMap<>(Map.of("jobs", of("ready", RECORD), "waiting", of("ready", at(0)))));
	}

	private void checkThatNothingMoves(RedisScript script, String wrong, Map<String, Map<String, String>> contents) {
		checkThatNothingMoves(() -> run(script), wrong, contents);
	}

	private void checkThatNothingMoves(Runnable run, String wrong, Map<String, Map<String, String>> contents) {
		contents.remove(wrong);
		this.bench.space().leaveUnaudited();
		this.bench.seed(contents);
		String key = this.bench.space().key(ScriptBench.TOPIC, wrong);
		this.bench.space().template().opsForList().leftPush(key, "somebody else's");
		assertThatExceptionOfType(RedisSystemException.class).isThrownBy(run::run)
			.withMessageContaining("delay.namespace");
		assertThat(this.bench.space().template().opsForList().range(key, 0, -1)).containsExactly("somebody else's");
		this.bench.space().template().delete(key);
		assertThat(this.bench.contents()).isEqualTo(contents);
	}

	private Object version() {
		return this.bench.run(RedisScript.FAILURES, 4, "", 10, 262_144, "", "", 1).get(5);
	}

	private String versionOfReady() {
		return JobVersionCodec.of(JobState.READY, Instant.ofEpochMilli(now()), RECORD.getBytes(StandardCharsets.UTF_8),
				null);
	}

	private void run(RedisScript script) {
		switch (script) {
			case SUBMIT -> this.bench.run(script, "new", "+5", "0h", RECORD);
			case SUBMIT_NEW -> this.bench.run(script, "new", "+5", "0", RECORD);
			case RESERVE -> this.bench.run(script, "h/p:2", 10, 30_000, 5, 262_144, "pull", 0, 0);
			case RELEASE -> this.bench.run(script, "held", "h/p:1", "+5");
			case RESUBMIT -> this.bench.run(script, "", "held", "h/p:1", "+5", "h", RECORD, "");
			case FAIL -> this.bench.run(script, "held", "h/p:1", "+5", "h", "boom");
			case RESCHEDULE -> this.bench.run(script, "+5", "ready");
			case EDIT -> this.bench.run(script, "ready", versionOfReady(), "+5");
			case REMOVE_UNCHANGED -> this.bench.run(script, "ready", versionOfReady());
			case INSERT -> this.bench.run(script, "new", "", at(0), RECORD, "");
			case KICK_UNCHANGED -> this.bench.run(script, "dead", version(), "+5");
			case CANCEL_UNCHANGED -> this.bench.run(script, "", "dead", version());
			case KICK -> this.bench.run(script, "+0", "dead");
			case KICK_OLDEST -> this.bench.run(script, "+0", 1);
			case CANCEL -> this.bench.run(script, "", "ready");
			case BURY -> this.bench.run(script, "held", "h/p:1", "h", "boom");
			case BURY_WAITING -> this.bench.run(script, "h", "why", "ready");
			case PURGE -> this.bench.run(script, 3, 10);
			case PURGE_AT_ONCE -> this.bench.run(script, 1234);
			case DROP_FAILED -> this.bench.run(script, "", 0, 10);
			case HAND_BACK_JOBS -> this.bench.run(script, "held", "h/p:1");
			case HAND_BACK -> this.bench.run(script, "0", "h/p:1");
			default -> this.bench.run(script, "h/p:1", "0");
		}
	}

}
