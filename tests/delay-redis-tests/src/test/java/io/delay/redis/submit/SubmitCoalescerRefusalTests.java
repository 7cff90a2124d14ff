// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.submit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.RedisCallback;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobPriority;
import io.delay.job.SubmitResult;
import io.delay.job.SubmitStatus;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.WakeUpSubscription;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of the calls that the submits of many threads share, with a Redis that refuses
 * them.
 */
class SubmitCoalescerRefusalTests {

	private static final String TOPIC = SubmitBench.TOPIC;

	private final SubmitBench bench = new SubmitBench(Duration.ofSeconds(5));

	@AfterEach
	void close() {
		this.bench.close();
	}

	@Test
	void repeatedScriptFlushesLoseAndRepeatNoJob() throws Exception {
		int threads = 8;
		int each = 40;
		AtomicInteger working = new AtomicInteger(threads);
		ExecutorService executor = Executors.newFixedThreadPool(threads);
		List<SubmitResult> results = new ArrayList<>();
		try {
			List<CompletableFuture<List<SubmitResult>>> ends = IntStream.range(0, threads)
				.mapToObj((i) -> CompletableFuture.supplyAsync(() -> submitGenerated(each, threads), executor)
					.whenComplete((result, failure) -> working.decrementAndGet()))
				.toList();
			while (working.get() > 0) {
				forgetScripts();
			}
			for (CompletableFuture<List<SubmitResult>> end : ends) {
				results.addAll(end.get(10, TimeUnit.SECONDS));
			}
		}
		finally {
			executor.shutdownNow();
		}
		Set<String> ids = new HashSet<>(Set.of("warm-up"));
		results.forEach((result) -> ids.add(result.id()));
		assertThat(results).extracting(SubmitResult::status).containsOnly(SubmitStatus.CREATED);
		assertThat(results).hasSizeGreaterThanOrEqualTo(threads * each);
		assertThat(this.bench.stored()).hasSize(results.size() + 1).isEqualTo(ids);
		assertThat(this.bench.count("hsetnx")).isEqualTo(results.size());
		assertThat(this.bench.count("eval")).isGreaterThan(threads);
	}

	// Submits the given number of jobs, and more until Redis has forgotten the scripts
	// often enough
	private List<SubmitResult> submitGenerated(int count, int forgotten) {
		List<SubmitResult> results = new ArrayList<>();
		long deadline = System.nanoTime() + Duration.ofSeconds(8).toNanos();
		while (results.size() < count || (this.bench.count("eval") <= forgotten && System.nanoTime() - deadline < 0)) {
			results.add(this.bench.template().submit(TOPIC, "payload", Duration.ofHours(1)));
		}
		return results;
	}

	private void forgetScripts() {
		RedisCallback<Void> flush = (connection) -> {
			connection.scriptingCommands().scriptFlush();
			return null;
		};
		this.bench.space().template().execute(flush);
	}

	@Test
	void partialRefusalMakesTheOutcomesUnknownWithoutRepeats() throws Exception {
		String key = this.bench.space().key(TOPIC, "waiting-high");
		this.bench.space().template().opsForList().leftPush(key, "somebody else's");
		this.bench.holdLeaders();
		List<SubmitCaller> aboard = List.of(this.bench.queue(SubmitBench.job("before")),
				this.bench.queue(high("refused")), this.bench.queue(SubmitBench.job("after")));
		this.bench.letGo();
		for (SubmitCaller caller : aboard) {
			assertThat(caller.end().checkInDoubt().failure()).hasStackTraceContaining("WRONGTYPE")
				.hasStackTraceContaining("delay.namespace");
		}
		assertThat(this.bench.calls()).isEqualTo(SubmitBench.LEADERS + 1);
		this.bench.space().template().delete(key);
		assertThat(this.bench.stored()).doesNotContain("refused", "after");
		assertThat(this.bench.space().contents(TOPIC).get("waiting").keySet()).isEqualTo(this.bench.stored());
	}

	@Test
	void refusalOfTheSecondOfTwoJobsMakesBothOutcomesUnknown() throws Exception {
		String key = this.bench.space().key(TOPIC, "waiting-high");
		this.bench.space().template().opsForList().leftPush(key, "somebody else's");
		SubmitCaller one = this.bench.start(SubmitBench.job("first"), high("second"));
		one.end().checkInDoubt();
		this.bench.holdLeaders();
		List<SubmitCaller> two = List.of(this.bench.queue(SubmitBench.job("third")), this.bench.queue(high("fourth")));
		this.bench.letGo();
		for (SubmitCaller caller : two) {
			caller.end().checkInDoubt();
		}
		this.bench.space().template().delete(key);
		assertThat(this.bench.stored()).contains("first", "third").doesNotContain("second", "fourth");
	}

	@Test
	void jobsStoredBeforeARefusalWakeConsumers() throws Exception {
		BlockingQueue<Duration> received = new LinkedBlockingQueue<>();
		WakeUpSubscription sleeper = this.bench.store().subscribe(TOPIC, received::add);
		assertThat(received.poll(5, TimeUnit.SECONDS)).isZero();
		String key = this.bench.space().key(TOPIC, "waiting-high");
		this.bench.space().template().opsForList().leftPush(key, "somebody else's");
		NewJob ready = new NewJob(TOPIC, "ready", DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[0]));
		this.bench.start(ready, high("refused")).end().checkInDoubt();
		assertThat(received.poll(5, TimeUnit.SECONDS)).isZero();
		sleeper.close();
		this.bench.space().template().delete(key);
		assertThat(this.bench.space().contents(TOPIC).get("waiting")).containsKey("ready");
		assertThat(this.bench.stored()).doesNotContain("refused");
	}

	@Test
	void fullServerIsReportedToAllSubmitsOfACall() throws Exception {
		List<SubmitCaller> callers = new ArrayList<>(this.bench.holdLeaders());
		callers.addAll(this.bench.queueAll("aboard-", 5));
		maxMemory("1");
		this.bench.letGo();
		for (SubmitCaller caller : callers) {
			caller.end().checkOutOfMemory();
		}
		assertThat(this.bench.stored()).containsExactly("warm-up");
		maxMemory("0");
		this.bench.awaitStores("afterwards");
	}

	private void maxMemory(String size) {
		RedisCallback<Void> set = (connection) -> {
			connection.serverCommands().setConfig("maxmemory", size);
			return null;
		};
		this.bench.space().template().execute(set);
	}

	private static NewJob high(String id) {
		return new NewJob(TOPIC, id, DueTime.after(Duration.ofHours(1)), ConflictPolicy.KEEP,
				new JobRecord(new byte[0], Map.of(), null, null, JobPriority.HIGH));
	}

}
