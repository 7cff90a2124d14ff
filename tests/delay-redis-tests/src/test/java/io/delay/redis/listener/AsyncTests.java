// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.listener;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.listener.BackoffPolicy;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.ListenerSettings;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.listener.container.DelayListenerContainerOptions;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.store.StoredJob;
import io.delay.test.redis.RedisForTests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Asynchronous results of jobs that are in Redis.
 */
@Timeout(60)
class AsyncTests {

	private static final String TOPIC = "orders";

	private static final Duration LIMIT = Duration.ofSeconds(20);

	private final RedisSpace space = RedisSpace.shared();

	private final Instance instance = Instance.named("one").on(RedisForTests.shared().port(), this.space.namespace());

	private final Map<String, CompletableFuture<Object>> results = new ConcurrentHashMap<>();

	private final AsyncHandler pending = (job, context) -> {
		CompletableFuture<Object> result = new CompletableFuture<>();
		this.results.put(context.id(), result);
		return result;
	};

	@AfterEach
	void close() {
		this.results.values().forEach((result) -> result.complete("end"));
		this.instance.close();
		this.space.close();
	}

	private static ListenerSettings.Builder settings() {
		return ListenerSettings.builder().concurrency(2).ttr(Duration.ofMinutes(1));
	}

	private void submit(String id) {
		this.instance.template().submit(Job.to(TOPIC).id(id).build());
	}

	private CompletableFuture<Object> result(String id) {
		return await().atMost(LIMIT).until(() -> this.results.get(id), (result) -> result != null);
	}

	private JobState state(String id) {
		return this.instance.template().find(TOPIC, id).map(StoredJob::state).orElse(null);
	}

	@Test
	void everyJobIsSettledOnceWithinTheConcurrency() {
		int count = 5_000;
		int concurrency = 50;
		Map<String, Integer> deliveries = new ConcurrentHashMap<>();
		AtomicInteger working = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		ScheduledExecutorService completing = Executors.newScheduledThreadPool(2);
		try {
			this.instance.listen(TOPIC, settings().concurrency(concurrency), (AsyncHandler) (job, context) -> {
				deliveries.merge(context.id(), 1, Integer::sum);
				most.accumulateAndGet(working.incrementAndGet(), Math::max);
				CompletableFuture<Object> result = new CompletableFuture<>();
				completing.schedule(() -> {
					working.decrementAndGet();
					result.complete("done");
				}, ThreadLocalRandom.current().nextInt(5_000), TimeUnit.MICROSECONDS);
				return result;
			});
			this.instance.template()
				.submitAll(IntStream.range(0, count).mapToObj((i) -> Job.to(TOPIC).build()).toList());
			await().atMost(LIMIT).until(() -> this.space.contents(TOPIC).keySet().equals(Set.of("meta")));
		}
		finally {
			completing.shutdownNow();
		}
		assertThat(deliveries).hasSize(count);
		assertThat(deliveries.values()).allMatch((times) -> times == 1);
		assertThat(most.get()).isBetween(10, concurrency);
	}

	@Test
	void resultIsCancelledWhenAnAutomaticTouchIsRefused() {
		this.instance.listen(TOPIC,
				settings().ttr(Duration.ofSeconds(1)).autoTouch(true).maxRunTime(Duration.ofMinutes(1)), this.pending);
		submit("a");
		CompletableFuture<Object> result = result("a");
		this.instance.template()
			.submit(Job.to(TOPIC).id("a").delay(Duration.ofHours(1)).onConflict(ConflictPolicy.REPLACE).build());
		assertThat(result).failsWithin(LIMIT).withThrowableOfType(CancellationException.class);
		assertThat(state("a")).isEqualTo(JobState.DELAYED);
	}

	@Test
	void attemptCountsWhenTheLeaseEndsBeforeTheResultIsComplete() {
		Map<Integer, CompletableFuture<Object>> attempts = new ConcurrentHashMap<>();
		this.instance.listen(TOPIC,
				settings().ttr(Duration.ofMillis(500)).maxAttempts(2).backoff(BackoffPolicy.fixed(Duration.ZERO)),
				(AsyncHandler) (job, context) -> attempts.computeIfAbsent(context.attempt(),
						(attempt) -> new CompletableFuture<>()));
		submit("a");
		await().atMost(LIMIT).until(() -> state("a") == JobState.FAILED);
		assertThat(attempts).containsOnlyKeys(1, 2);
		assertThat(attempts.values()).allMatch(CompletableFuture::isCancelled);
		assertThat(this.instance.template().find(TOPIC, "a").orElseThrow().failures().last().error())
			.startsWith("TTR of 500 ms elapsed");
	}

	@Test
	void resultThatAStopCancelsCostsNoAttempt() {
		DelayListenerContainer container = new DelayListenerContainerFactory(this.instance.store(),
				DelayListenerContainerOptions.defaults().withShutdownTimeout(Duration.ofMillis(100)))
			.create(new DelayListenerEndpoint("stopping", TOPIC, settings().build(), this.pending));
		container.start();
		submit("a");
		CompletableFuture<Object> result = result("a");
		container.stop();
		// The stop waits for the cancellation for a short time only
		await().atMost(LIMIT).until(result::isCancelled);
		await().atMost(LIMIT).until(() -> state("a") == JobState.READY);
		assertThat(this.instance.template().reserve(TOPIC, 1).get(0).terms().attempt()).isEqualTo(1);
	}

}
