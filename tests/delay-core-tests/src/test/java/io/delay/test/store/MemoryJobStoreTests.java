// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.store.LeaseTokens;
import io.delay.store.LookAhead;
import io.delay.store.ReserveMode;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.Operator;
import io.delay.store.memory.MemoryJobStore;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the memory store promises beyond the contract.
 */
class MemoryJobStoreTests {

	private static final String TOPIC = StoreContract.TOPIC;

	private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

	private static final int JOBS = 20_000;

	private static final int WORKERS = 4;

	private final MemoryJobStore store = new MemoryJobStore();

	private final LeaseTokens tokens = new LeaseTokens("host");

	@Test
	void noJobIsReservedBeforeItIsDueByTheClockOfTheTest() {
		Instant now = Instant.parse("2026-03-01T12:00:00Z");
		MemoryJobStore settable = new MemoryJobStore(() -> now);
		settable.submit(List.of(JobSpec.job("a").delay(Duration.ofMillis(1)).toNewJob()));
		ReserveRequest request = new ReserveRequest(TOPIC, this.tokens.next(), 1, ReserveTerms.defaults(),
				ReserveMode.LISTEN, new LookAhead(Duration.ofMillis(20), 1));
		assertThat(settable.reserve(request).jobs()).isEmpty();
	}

	@Test
	void nextEventIsTheEarliestDueTimeOrEndOfALease() {
		AtomicReference<Instant> now = new AtomicReference<>(NOON);
		MemoryJobStore settable = new MemoryJobStore(now::get);
		assertThat(settable.nextEvent(TOPIC)).isEmpty();
		settable.submit(List.of(JobSpec.job("c").delay(Duration.ofSeconds(20)).toNewJob(),
				JobSpec.job("b").delay(Duration.ofSeconds(10)).toNewJob(),
				JobSpec.job("a").delay(Duration.ofSeconds(10)).toNewJob()));
		assertThat(settable.nextEvent(TOPIC)).contains(new JobPosition(NOON.plusSeconds(10), "a"));
		now.set(NOON.plusSeconds(10));
		ReserveTerms terms = new ReserveTerms(Duration.ofSeconds(5), 3);
		settable.reserve(new ReserveRequest(TOPIC, this.tokens.next(), 2, terms));
		assertThat(settable.nextEvent(TOPIC)).contains(new JobPosition(NOON.plusSeconds(15), "a"));
		settable.pause(TOPIC, new Operator("operator"));
		assertThat(settable.nextEvent(TOPIC)).isEmpty();
	}

	@Test
	void clearedStoreIsLikeANewOne() {
		AtomicReference<Instant> now = new AtomicReference<>(NOON);
		MemoryJobStore settable = new MemoryJobStore(now::get);
		settable.submit(List.of(JobSpec.job("a").toNewJob()));
		settable.pause(TOPIC, new Operator("operator"));
		now.set(NOON.minusSeconds(30));
		settable.clear();
		assertThat(settable.topics()).isEmpty();
		settable.submit(List.of(JobSpec.job("a").delay(Duration.ofSeconds(20)).toNewJob()));
		assertThat(settable.nextEvent(TOPIC)).contains(new JobPosition(NOON.minusSeconds(10), "a"));
	}

	@Test
	@Timeout(60)
	void everyJobIsDeliveredExactlyOnceToSeveralThreads() throws Exception {
		Map<String, Integer> deliveries = new ConcurrentHashMap<>();
		List<Callable<Integer>> calls = new ArrayList<>();
		for (int worker = 0; worker < WORKERS; worker++) {
			int first = worker;
			calls.add(() -> submitEveryNth(first));
			calls.add(() -> drain(deliveries));
		}
		runAll(calls);
		assertThat(deliveries).hasSize(JOBS);
		assertThat(deliveries.values()).containsOnly(1);
		assertThat(this.store.status(TOPIC).counts().values()).containsOnly(0L);
	}

	@Test
	void aListenerMayUseTheStore() {
		List<ReservedJob> jobs = new ArrayList<>();
		try (var subscription = this.store.subscribe(TOPIC, (delay) -> jobs.addAll(reserve(10)))) {
			this.store.submit(List.of(JobSpec.job("a").toNewJob()));
		}
		assertThat(jobs).hasSize(1);
	}

	@Test
	void listenersAreCalledOutsideOfTheLock() throws Exception {
		ExecutorService other = Executors.newSingleThreadExecutor();
		List<Object> seen = new ArrayList<>();
		try (var subscription = this.store.subscribe(TOPIC, (delay) -> seen.add(topicsSeenBy(other)))) {
			this.store.submit(List.of(JobSpec.job("a").toNewJob()));
		}
		finally {
			other.shutdownNow();
		}
		assertThat(seen).hasSize(2).last().asString().isEqualTo("[" + TOPIC + "]");
	}

	private Object topicsSeenBy(ExecutorService other) {
		try {
			return other.submit(this.store::topics).get(5, TimeUnit.SECONDS);
		}
		catch (Exception ex) {
			return ex;
		}
	}

	private int submitEveryNth(int first) {
		IntStream.iterate(first, (number) -> number < JOBS, (number) -> number + WORKERS)
			.forEach((number) -> this.store.submit(List.of(JobSpec.job("job-" + number).toNewJob())));
		return 0;
	}

	private int drain(Map<String, Integer> deliveries) {
		while (deliveries.size() < JOBS) {
			List<ReservedJob> jobs = reserve(50);
			jobs.forEach((job) -> deliveries.merge(job.lease().id(), 1, Integer::sum));
			assertThat(this.store.settle(jobs.stream().map(this::ack).toList()))
				.allMatch((result) -> result == SettleResult.DONE);
		}
		return 0;
	}

	private Settlement ack(ReservedJob job) {
		return new Settlement.Ack(job.lease());
	}

	private List<ReservedJob> reserve(int limit) {
		return this.store
			.reserve(new ReserveRequest(TOPIC, this.tokens.next(), limit, new ReserveTerms(Duration.ofMinutes(5), 3)))
			.jobs();
	}

	private void runAll(List<Callable<Integer>> calls) throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(calls.size());
		try {
			for (Future<Integer> done : threads.invokeAll(calls)) {
				done.get();
			}
		}
		finally {
			threads.shutdownNow();
		}
	}

}
