// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.core.script.DigestUtils;

import io.delay.redis.RedisSpace;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests how much scripts read, compared with what they return.
 */
class ScriptReadsTests {

	private static final String TOKEN = "host-a/poller:7";

	/** What ids, times, leases and the like may add up to. */
	private static final int SMALL = 10_000;

	private static final int REPLY_WIDTH = 7;

	/** The size of the failures of a job. */
	private static final int FAILURES = 14_000;

	private final RedisSpace space = RedisSpace.shared();

	private final ScriptReads reads = new ScriptReads(this.space);

	private final ScriptBench bench = new ScriptBench(this.space, (clock) -> this.reads.library(clock::read));

	private final Map<String, Map<String, String>> contents = new TreeMap<>();

	@AfterEach
	void close() {
		this.bench.close();
	}

	@ParameterizedTest
	@ValueSource(ints = { 65_000, 200_000, 1_000_000 })
	void reserveReadsAtMostOneUndeliveredWaitingJob(int size) {
		addWaiting(20, size);
		int jobs = reserve();
		assertThat(jobs).isEqualTo(Math.max(1, 262_144 / size));
		assertThat(this.reads.bytes()).isLessThan((jobs + 1) * size + SMALL);
	}

	@ParameterizedTest
	@ValueSource(ints = { 65_000, 200_000, 1_000_000 })
	void reserveReadsAtMostOneUndeliveredExpiredJob(int size) {
		addExpired(20, size, 1);
		int jobs = reserve();
		assertThat(jobs).isEqualTo(Math.max(1, 262_144 / size));
		assertThat(this.reads.bytes()).isLessThan((jobs + 1) * size + SMALL);
	}

	@Test
	void reserveReadsNothingAfterAJobThatFillsTheCall() {
		addWaiting(2, 300_000);
		assertThat(reserve()).isEqualTo(1);
		assertThat(this.reads.bytes()).isLessThan(300_000 + SMALL);
	}

	@Test
	void reserveReadsFewLargeJobsAfterSmallOnes() {
		addWaiting(4, 200);
		addWaiting(60, 65_000);
		assertThat(reserve()).isEqualTo(8);
		assertThat(this.reads.bytes()).isLessThan(5 * 65_000 + SMALL);
	}

	@ParameterizedTest
	@ValueSource(ints = { 5, 21, 60 })
	void reserveReadsFewLargeJobsAfterManySmallOnes(int small) {
		addWaiting(small, 200);
		addWaiting(60, 65_000);
		assertThat(reserve()).isEqualTo(small + 3 + ((small < 10) ? 1 : 0));
		assertThat(this.reads.bytes()).isLessThan(5 * 65_000 + SMALL + small * 200);
	}

	@ParameterizedTest
	@ValueSource(ints = { 2, 3, 5, 8 })
	void reserveReadsFewLargeJobsBetweenSmallOnes(int distance) {
		IntStream.range(0, 60).forEach((i) -> addWaiting(1, (i % distance == distance - 1) ? 65_000 : 200));
		assertThat(reserve()).isBetween(4 * distance - 1, 5 * distance - 1);
		assertThat(this.reads.bytes()).isLessThan(5 * 65_000 + SMALL);
	}

	@Test
	void reserveDoesNotReadRecordsThatItBuries() {
		addExpired(20, 65_000, 5);
		assertThat(reserve()).isZero();
		assertThat(this.bench.contents().get("failed")).hasSize(20);
		assertThat(this.reads.bytes()).isLessThan(SMALL);
	}

	@Test
	void reserveReadsManySmallJobsAtOnce() {
		addWaiting(208, 200);
		assertThat(reserve()).isEqualTo(208);
		assertThat(this.reads.calls()).isLessThan(30);
	}

	// At most one chunk of jobs more than the size of the call
	@Test
	void reserveReadsTheFailuresOfFewJobs() {
		addWaiting(208, 200);
		addFailures();
		assertThat(reserve()).isBetween(18, 19);
		assertThat(this.reads.bytes()).isLessThan(262_144 + 17 * FAILURES + SMALL);
	}

	@Test
	void reserveReadsTheFailuresOfFewExpiredJobs() {
		addExpired(208, 200, 1);
		addFailures();
		assertThat(reserve()).isEqualTo(19);
		assertThat(this.reads.bytes()).isLessThan(19 * (FAILURES + 200) + SMALL);
	}

	@Test
	void reserveReadsTheFailuresOfFewJobsThatItBuries() {
		addExpired(208, 200, 5);
		addFailures();
		assertThat(reserve()).isZero();
		assertThat(this.bench.contents().get("failed")).hasSize(19);
		assertThat(this.reads.bytes()).isLessThan(19 * FAILURES + 2 * SMALL);
	}

	@Test
	void pageReadsTheFailuresOfFewJobsAndReturnsNoStackTrace() {
		addWaiting(208, 200);
		addFailures();
		List<Object> reply = run(RedisScript.PAGE, 2, "", 208, 262_144, "", "", "0");
		assertThat(reply).hasSize(3 + 19 * 5).contains("1;1;1;host\nboom\u001e1;7\n\u001e");
		assertThat(this.reads.bytes()).isLessThan(20 * (FAILURES + 200) + 2 * SMALL);
	}

	@Test
	void pageReadsNoRecordsAfterItsLimit() {
		addWaiting(5, 65_000);
		run(RedisScript.PAGE, 2, "", 2, 262_144, "", "");
		assertThat(this.reads.bytes()).isLessThan(2 * 65_000 + SMALL);
	}

	@Test
	void pageOfTheNewestJobsReadsAsMuchAsOneOfTheOldest() {
		addWaiting(300, 100);
		add("waiting", add(10), Long.toString(this.bench.now() + 60_000));
		run(RedisScript.PAGE, 2, "", 2, 262_144, "", "", 1);
		assertThat(this.reads.bytes()).isLessThan(SMALL);
		assertThat(this.reads.calls()).isLessThan(20);
	}

	@Test
	void failuresReadsNoRecordsAndStopsAtTheLimitOfBytes() {
		for (int i = 0; i < 60; i++) {
			String id = add(10_000);
			add("failed", id, Long.toString(this.bench.now() - 1000 + i));
			add("failures", id, "5;1;1;host\n" + "x".repeat(10_000));
		}
		run(RedisScript.FAILURES, 4, "", 500, 262_144, "", "", 1);
		assertThat(this.reads.bytes()).isLessThan(262_144 + 10_100 + SMALL);
		this.space.leaveUnaudited();
	}

	@ParameterizedTest
	@EnumSource(value = RedisScript.class, names = { "KICK", "KICK_OLDEST" })
	void kickReadsNoRecordsForThePriority(RedisScript script) {
		add("meta", "priorities", "1");
		for (int i = 0; i < 10; i++) {
			String id = add(65_000);
			add("failed", id, Long.toString(this.bench.now() - 1000 + i));
			add("failures", id, "5h;1;1;host\nboom");
		}
		run(script, "+0", (script == RedisScript.KICK) ? "job-000" : "1");
		assertThat(this.reads.bytes()).isLessThan(SMALL);
		assertThat(this.bench.contents().get("waiting-high")).containsOnlyKeys("job-000");
		assertThat(this.bench.contents().get("failures")).containsEntry("job-000", "0;1;1;host\nboom");
		this.space.leaveUnaudited();
	}

	@ParameterizedTest
	@EnumSource(value = RedisScript.class,
			names = { "KICK", "KICK_OLDEST", "KICK_UNCHANGED", "CANCEL_UNCHANGED", "RESCHEDULE", "BURY_WAITING" })
	void operatorChangesFewJobsWithLargeFailuresInOneCall(RedisScript script) {
		String set = (script == RedisScript.RESCHEDULE || script == RedisScript.BURY_WAITING) ? "waiting" : "failed";
		String time = Long.toString(this.bench.now() - 1000);
		for (int i = 0; i < 208; i++) {
			add(set, add(200), time);
		}
		addFailures();
		Object[] ids = of("jobs").keySet().toArray();
		List<Object> arguments = new ArrayList<>();
		switch (script) {
			case KICK, RESCHEDULE -> arguments.add("+5");
			case KICK_OLDEST -> arguments.addAll(List.of("+5", 208));
			case BURY_WAITING -> arguments.addAll(List.of("host", "why"));
			case CANCEL_UNCHANGED -> arguments.add("");
			default -> {
			}
		}
		for (Object id : (script == RedisScript.KICK_OLDEST) ? new Object[0] : ids) {
			arguments.add(id);
			if (script == RedisScript.KICK_UNCHANGED || script == RedisScript.CANCEL_UNCHANGED) {
				arguments.add(DigestUtils.sha1DigestAsHex(time + ";boom"));
			}
			if (script == RedisScript.KICK_UNCHANGED) {
				arguments.add("+5");
			}
		}
		List<Object> reply = run(script, arguments.toArray());
		switch (script) {
			case KICK_OLDEST -> assertThat(reply).containsExactly(19L, 1L);
			case KICK_UNCHANGED, CANCEL_UNCHANGED -> assertThat(reply).containsExactly(19L, 19L);
			default -> assertThat(reply).hasSize(19);
		}
		assertThat(this.reads.bytes()).isLessThan(19 * FAILURES + 2 * SMALL);
		this.space.leaveUnaudited();
	}

	@ParameterizedTest
	@EnumSource(value = RedisScript.class, names = { "RELEASE", "FAIL", "BURY" })
	void settlementReadsTheFailuresOfFewJobsInOneCall(RedisScript script) {
		addReserved(208, 200);
		addFailures();
		List<Object> arguments = new ArrayList<>();
		for (String id : of("jobs").keySet()) {
			arguments.addAll(List.of(id, TOKEN));
			arguments.addAll(switch (script) {
				case RELEASE -> List.of("+5");
				case FAIL -> List.of("+5", "host", "boom", "7\n");
				default -> List.of("host", "boom", "7\n");
			});
		}
		List<Object> reply = run(script, arguments.toArray());
		assertThat(reply.subList(0, 19)).containsOnly(1L);
		assertThat(reply.subList(19, 208)).containsOnly(2L);
		assertThat(this.bench.contents().get("leases")).hasSize(208 - 19);
		assertThat(this.reads.bytes()).isLessThan(19 * FAILURES + 2 * SMALL);
	}

	@Test
	void auditReadsNoRecordsIfTheNumbersAgree() {
		addWaiting(300, 20_000);
		for (int part = 1; part <= 9; part++) {
			run(RedisScript.AUDIT, part, 0);
			assertThat(this.reads.bytes()).as("read of part %d", part).isLessThan(SMALL);
		}
	}

	@Test
	void auditReadsFewLargeRecordsInOneStep() {
		this.space.leaveUnaudited();
		IntStream.range(0, 300).forEach((i) -> add(65_000));
		List<Object> reply = run(RedisScript.AUDIT, 2, 0);
		// 4, and the last bucket of the hash, which HSCAN returns whole
		assertThat(this.reads.bytes()).isLessThan((4 + 12) * 65_000);
		assertThat(reply.get(0)).isNotEqualTo("0");
		assertThat(reply).contains("is in 0 states");
	}

	@ParameterizedTest
	@ValueSource(ints = { 65_000, 200_000, 1_000_000 })
	void ackWithHistoryReadsAtMostOneUnacknowledgedRecord(int size) {
		addReserved(5, 200);
		addReserved(20, size);
		long done = ack();
		assertThat(done).isBetween(6L, 10L);
		assertThat(this.reads.bytes()).isLessThan((done - 4) * size + SMALL);
	}

	private long ack() {
		List<Object> arguments = new ArrayList<>(List.of("100;;0"));
		of("jobs").keySet().forEach((id) -> arguments.addAll(List.of(id, TOKEN, "0")));
		return run(RedisScript.ACK_HISTORY, arguments.toArray()).stream().filter((reply) -> reply.equals(1L)).count();
	}

	private void addReserved(int jobs, int size) {
		for (int i = 0; i < jobs; i++) {
			String id = add(size);
			add("reserved", id, Long.toString(this.bench.now() + 1000));
			add("leases", id, TOKEN + ";1;5;30000;1;1");
		}
	}

	private int reserve() {
		return (run(RedisScript.RESERVE, TOKEN, 208, 30_000, 5, 262_144, "pull", 0, 0).size() - 4) / REPLY_WIDTH;
	}

	private List<Object> run(RedisScript script, Object... arguments) {
		this.bench.seed(this.contents);
		this.reads.reset();
		return this.bench.run(script, arguments);
	}

	private void addFailures() {
		of("jobs").keySet()
			.forEach((id) -> add("failures", id, "1;1;1;host\nboom\u001e1;7\n" + "x".repeat(FAILURES) + "\u001e"));
	}

	private void addWaiting(int jobs, int size) {
		for (int i = 0; i < jobs; i++) {
			add("waiting", add(size), Long.toString(this.bench.now() - 1000 + of("jobs").size()));
		}
	}

	private void addExpired(int jobs, int size, int attempt) {
		for (int i = 0; i < jobs; i++) {
			String id = add(size);
			add("reserved", id, Long.toString(this.bench.now() - 1000));
			add("leases", id, TOKEN + ";" + attempt + ";5;30000;1;1");
		}
	}

	// A job whose payload has this size.
	private String add(int size) {
		String id = "job-%03d".formatted(of("jobs").size());
		add("jobs", id, "1;;\n\n" + "x".repeat(size));
		return id;
	}

	private void add(String key, String field, String value) {
		of(key).put(field, value);
	}

	private Map<String, String> of(String key) {
		return this.contents.computeIfAbsent(key, (name) -> new TreeMap<>());
	}

}
