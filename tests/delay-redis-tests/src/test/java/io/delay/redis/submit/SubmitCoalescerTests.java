// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.submit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.RedisCallback;

import io.delay.job.ConflictPolicy;
import io.delay.job.JobState;
import io.delay.job.SubmitResult;
import io.delay.job.SubmitStatus;
import io.delay.store.NewJob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Tests of the calls that the submits of many threads share, while all is well.
 */
class SubmitCoalescerTests {

	private static final int LEADERS = SubmitBench.LEADERS;

	private final SubmitBench bench = new SubmitBench(Duration.ofSeconds(5));

	@AfterEach
	void close() {
		this.bench.close();
	}

	@Test
	void singleThreadHasOneCallForEachSubmit() {
		for (int i = 0; i < 10; i++) {
			NewJob job = SubmitBench.job("order-" + i);
			assertThat(this.bench.store().submit(List.of(job))).containsExactly(created(job));
		}
		assertThat(this.bench.calls()).isEqualTo(10);
	}

	@Test
	void manyThreadsHaveFarFewerCallsThanJobs() throws Exception {
		int threads = 16;
		int each = 12;
		// So long that the time that the threads need themselves hardly matters
		this.bench.proxy().slow(SubmitBench.PRODUCERS, Duration.ofMillis(20));
		inThreads(threads, (thread) -> submitOneByOne("order-" + thread + "-", each));
		assertThat(this.bench.stored()).hasSize(threads * each + 1);
		assertThat(this.bench.calls()).isLessThan(threads * each / 3);
	}

	private List<SubmitResult> submitOneByOne(String prefix, int count) {
		List<SubmitResult> results = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			NewJob job = SubmitBench.job(prefix + i);
			List<SubmitResult> result = this.bench.store().submit(List.of(job));
			assertThat(result).extracting(SubmitResult::id, SubmitResult::dueTime)
				.containsExactly(tuple(job.id(), SubmitBench.dueTime(job.id())));
			results.addAll(result);
		}
		return results;
	}

	private static List<SubmitResult> inThreads(int threads, IntFunction<List<SubmitResult>> task) throws Exception {
		ExecutorService executor = Executors.newFixedThreadPool(threads);
		try {
			List<CompletableFuture<List<SubmitResult>>> ends = IntStream.range(0, threads)
				.mapToObj((thread) -> CompletableFuture.supplyAsync(() -> task.apply(thread), executor))
				.toList();
			List<SubmitResult> results = new ArrayList<>();
			for (CompletableFuture<List<SubmitResult>> end : ends) {
				results.addAll(end.get(10, TimeUnit.SECONDS));
			}
			return results;
		}
		finally {
			executor.shutdownNow();
		}
	}

	@Test
	void everyThreadOfASharedCallReceivesItsOwnResults() throws Exception {
		this.bench.store().submit(List.of(SubmitBench.job("kept"), SubmitBench.job("replaced")));
		List<SubmitCaller> leaders = this.bench.holdLeaders();
		List<SubmitCaller> callers = new ArrayList<>();
		List<List<SubmitResult>> expected = new ArrayList<>();
		for (int i = 0; i < 20; i++) {
			NewJob[] jobs = IntStream.rangeClosed(0, i % 3)
				.mapToObj((n) -> SubmitBench.job("order-" + expected.size() + "-" + n))
				.toArray(NewJob[]::new);
			callers.add(this.bench.queue(jobs));
			expected.add(List.of(jobs).stream().map(SubmitCoalescerTests::created).toList());
		}
		callers.add(this.bench.queue(SubmitBench.job("kept", "other", ConflictPolicy.KEEP)));
		expected.add(List
			.of(new SubmitResult("kept", SubmitStatus.EXISTING, SubmitBench.dueTime("kept"), JobState.DELAYED)));
		callers.add(this.bench.queue(SubmitBench.job("replaced", "other", ConflictPolicy.REPLACE)));
		expected.add(List
			.of(new SubmitResult("replaced", SubmitStatus.REPLACED, SubmitBench.dueTime("other"), JobState.DELAYED)));
		this.bench.letGo();
		for (int i = 0; i < callers.size(); i++) {
			assertThat(callers.get(i).end().failure()).isNull();
			assertThat(callers.get(i).results()).isEqualTo(expected.get(i));
		}
		for (SubmitCaller leader : leaders) {
			assertThat(leader.end().result().status()).isEqualTo(SubmitStatus.CREATED);
		}
		assertThat(this.bench.calls()).isEqualTo(1 + LEADERS + 1);
	}

	@Test
	void missingScriptForSeveralJobsIsLoaded() throws Exception {
		this.bench.space().template().execute((RedisCallback<Void>) (connection) -> {
			connection.scriptingCommands().scriptFlush();
			return null;
		});
		this.bench.store().submit(List.of(SubmitBench.job("single")));
		shareCall("first-");
		long calls = this.bench.calls();
		shareCall("second-");
		assertThat(this.bench.calls() - calls).isEqualTo(LEADERS + 1);
	}

	private void shareCall(String prefix) throws Exception {
		this.bench.proxy().silence(SubmitBench.PRODUCERS);
		List<SubmitCaller> callers = new ArrayList<>(this.bench.queueAll(prefix + "leader-", LEADERS));
		callers.addAll(this.bench.queueAll(prefix, 3));
		this.bench.letGo();
		checkAllCreated(callers);
	}

	@Test
	void noCallHasMoreThan500Jobs() throws Exception {
		this.bench.holdLeaders();
		List<SubmitCaller> callers = List.of(this.bench.queue(jobs("a", 300)), this.bench.queue(jobs("b", 200)),
				this.bench.queue(jobs("c", 1)), this.bench.queue(jobs("d", 499)), this.bench.queue(jobs("e", 2)));
		this.bench.letGo();
		checkAllCreated(callers);
		assertThat(this.bench.calls()).isEqualTo(LEADERS + 3);
	}

	@Test
	void noCallHasMoreThan256KilobytesOfRecords() throws Exception {
		this.bench.holdLeaders();
		List<SubmitCaller> callers = List.of(this.bench.queue(job("a", 128)), this.bench.queue(job("b", 127)),
				this.bench.queue(job("c", 2)), this.bench.queue(job("d", 255)));
		this.bench.letGo();
		checkAllCreated(callers);
		assertThat(this.bench.calls()).isEqualTo(LEADERS + 3);
	}

	@Test
	void jobThatIsLargerThanACallIsSentAlone() throws Exception {
		this.bench.holdLeaders();
		List<SubmitCaller> callers = List.of(this.bench.queue(job("a", 1)), this.bench.queue(job("b", 300)),
				this.bench.queue(job("c", 1)));
		this.bench.letGo();
		checkAllCreated(callers);
		assertThat(this.bench.calls()).isEqualTo(LEADERS + 3);
	}

	@Test
	void oneOfManyThreadsCreatesAJobAndTheOthersFindIt() throws Exception {
		this.bench.holdLeaders();
		List<SubmitCaller> callers = IntStream.range(0, 20)
			.mapToObj((i) -> this.bench.queue(SubmitBench.job("same", "payload-" + i, ConflictPolicy.KEEP)))
			.toList();
		this.bench.letGo();
		List<SubmitResult> results = new ArrayList<>();
		for (SubmitCaller caller : callers) {
			results.add(caller.end().result());
		}
		assertThat(results).extracting(SubmitResult::status).containsOnlyOnce(SubmitStatus.CREATED);
		SubmitResult created = results.remove(statuses(results).indexOf(SubmitStatus.CREATED));
		assertThat(results)
			.containsOnly(new SubmitResult("same", SubmitStatus.EXISTING, created.dueTime(), JobState.DELAYED));
		checkStored(created);
	}

	@Test
	void oneOfManyThreadsCreatesAJobAndTheOthersReplaceIt() throws Exception {
		this.bench.holdLeaders();
		List<SubmitCaller> callers = IntStream.range(0, 20)
			.mapToObj((i) -> this.bench.queue(SubmitBench.job("same", "payload-" + i, ConflictPolicy.REPLACE)))
			.toList();
		this.bench.letGo();
		List<SubmitResult> results = new ArrayList<>();
		for (SubmitCaller caller : callers) {
			results.add(caller.end().result());
		}
		assertThat(statuses(results)).startsWith(SubmitStatus.CREATED).containsOnlyOnce(SubmitStatus.CREATED);
		assertThat(statuses(results).subList(1, 20)).containsOnly(SubmitStatus.REPLACED);
		for (int i = 0; i < 20; i++) {
			assertThat(results.get(i).dueTime()).isEqualTo(SubmitBench.dueTime("payload-" + i));
		}
		checkStored(results.get(19));
	}

	@Test
	void sameJobsOfManyThreadsAreCreatedOnce() throws Exception {
		List<SubmitResult> results = inThreads(8, (thread) -> submitOneByOne("order-", 40));
		results.removeIf((result) -> result.status() != SubmitStatus.CREATED);
		assertThat(results).extracting(SubmitResult::id).hasSize(40).doesNotHaveDuplicates();
	}

	private static List<SubmitStatus> statuses(List<SubmitResult> results) {
		return results.stream().map(SubmitResult::status).toList();
	}

	// Whoever the job is of, due time and payload are of the same submit.
	private void checkStored(SubmitResult last) {
		Map<String, Map<String, String>> contents = this.bench.space().contents(SubmitBench.TOPIC);
		String record = contents.get("jobs").get("same");
		assertThat(SubmitBench.dueTime(record.substring(record.lastIndexOf('\n') + 1))).isEqualTo(last.dueTime());
		assertThat(contents.get("waiting")).containsEntry("same", Long.toString(last.dueTime().toEpochMilli()));
	}

	private static void checkAllCreated(List<SubmitCaller> callers) throws InterruptedException {
		for (SubmitCaller caller : callers) {
			assertThat(caller.end().failure()).isNull();
			assertThat(caller.results()).extracting(SubmitResult::id).isEqualTo(caller.ids());
			assertThat(caller.results()).extracting(SubmitResult::status).containsOnly(SubmitStatus.CREATED);
		}
	}

	private static NewJob[] jobs(String prefix, int count) {
		return IntStream.range(0, count).mapToObj((i) -> SubmitBench.job(prefix + i)).toArray(NewJob[]::new);
	}

	// A job whose record has about so many kilobytes, and not more.
	private static NewJob job(String id, int kilobytes) {
		return SubmitBench.job(id, "x".repeat(kilobytes * 1024 - 64), ConflictPolicy.KEEP);
	}

	private static SubmitResult created(NewJob job) {
		return new SubmitResult(job.id(), SubmitStatus.CREATED, SubmitBench.dueTime(job.id()), null);
	}

}
