// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.listener;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.listener.BackoffPolicy;
import io.delay.listener.BatchFailures;
import io.delay.listener.BatchJobHandler;
import io.delay.listener.JobContext;
import io.delay.listener.ListenerSettings;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.test.redis.RedisForTests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Batches of jobs that are in Redis.
 */
@Timeout(60)
class BatchTests {

	private static final String TOPIC = "orders";

	private static final Duration LONG = Duration.ofHours(1);

	private final RedisSpace space = RedisSpace.shared();

	private final Instance instance = Instance.named("one").on(RedisForTests.shared().port(), this.space.namespace());

	private final ConcurrentLinkedQueue<List<String>> batches = new ConcurrentLinkedQueue<>();

	private final CountDownLatch end = new CountDownLatch(1);

	@AfterEach
	void close() {
		this.end.countDown();
		this.instance.close();
		this.space.close();
	}

	private void submit(int count) {
		this.instance.template()
			.submitAll(IntStream.range(0, count).mapToObj((i) -> Job.to(TOPIC).id("order-" + i).build()).toList());
	}

	private DelayListenerContainer listen(int concurrency, int batch, BatchJobHandler handler) {
		return this.instance.listen(TOPIC,
				ListenerSettings.builder()
					.concurrency(concurrency)
					.batch(batch)
					.ttr(LONG)
					.maxAttempts(2)
					.backoff(BackoffPolicy.fixed(LONG)),
				(BatchJobHandler) (jobs, contexts) -> {
					this.batches.add(contexts.stream().map(JobContext::id).toList());
					handler.handleBatch(jobs, contexts);
				});
	}

	private JobState state(String id) {
		return this.instance.template().find(TOPIC, id).map((job) -> job.state()).orElse(null);
	}

	private void awaitEmpty() {
		await().atMost(Duration.ofSeconds(20)).until(() -> this.space.contents(TOPIC).keySet().equals(Set.of("meta")));
	}

	@Test
	void everyJobIsHandledOnceInFullBatches() {
		submit(2_000);
		listen(2, 100, (jobs, contexts) -> {
		});
		awaitEmpty();
		assertThat(this.batches.stream().flatMap(List::stream)).hasSize(2_000).doesNotHaveDuplicates();
		assertThat(this.batches).hasSizeLessThan(60).allSatisfy((batch) -> assertThat(batch).hasSizeBetween(1, 100));
	}

	@Test
	void jobsThatAreDueAtOneTimeAreHandledTogether() {
		listen(4, 100, (jobs, contexts) -> {
		});
		this.instance.template()
			.submitAll(IntStream.range(0, 50)
				.mapToObj((i) -> Job.to(TOPIC).id("order-" + i).delay(Duration.ofMillis(500)).build())
				.toList());
		awaitEmpty();
		assertThat(this.batches).hasSizeLessThan(6);
	}

	@Test
	void eachJobOfABatchIsSettledSeparately() {
		submit(5);
		listen(1, 10, (jobs, contexts) -> {
			contexts.get(1).release(LONG);
			contexts.get(2).bury("not wanted");
			throw new BatchFailures().add(3, new IllegalStateException("no"));
		});
		await().atMost(Duration.ofSeconds(20)).until(() -> state("order-0") == null);
		await().atMost(Duration.ofSeconds(20)).until(() -> state("order-1") == JobState.DELAYED);
		await().atMost(Duration.ofSeconds(20)).until(() -> state("order-2") == JobState.FAILED);
		await().atMost(Duration.ofSeconds(20)).until(() -> state("order-3") == JobState.DELAYED);
		await().atMost(Duration.ofSeconds(20)).until(() -> state("order-4") == null);
		assertThat(this.instance.template().find(TOPIC, "order-3").orElseThrow().failures().last().error())
			.contains("IllegalStateException");
	}

	@Test
	void jobThatIsReplacedMeanwhileStaysAndTheOthersAreAcked() throws Exception {
		submit(3);
		CountDownLatch started = new CountDownLatch(1);
		listen(1, 10, (jobs, contexts) -> {
			started.countDown();
			this.end.await();
		});
		assertThat(started.await(20, TimeUnit.SECONDS)).isTrue();
		this.instance.template()
			.submit(Job.to(TOPIC).id("order-1").delay(LONG).onConflict(ConflictPolicy.REPLACE).build());
		this.end.countDown();
		await().atMost(Duration.ofSeconds(20)).until(() -> state("order-0") == null && state("order-2") == null);
		assertThat(state("order-1")).isEqualTo(JobState.DELAYED);
	}

	@Test
	void stopHandsBackTheInterruptedBatchWithItsAttempts() throws Exception {
		submit(3);
		CountDownLatch started = new CountDownLatch(1);
		this.instance.shutdownTimeout(Duration.ofMillis(100));
		DelayListenerContainer container = listen(1, 10, (jobs, contexts) -> {
			started.countDown();
			this.end.await();
		});
		assertThat(started.await(20, TimeUnit.SECONDS)).isTrue();
		container.stop();
		// The stop waits for the interrupted handler for a short time only
		await().atMost(Duration.ofSeconds(20))
			.until(() -> Stream.of("order-0", "order-1", "order-2").allMatch((id) -> state(id) == JobState.READY));
		assertThat(this.instance.template().reserve(TOPIC, 10)).hasSize(3)
			.allSatisfy((job) -> assertThat(job.terms().attempt()).isOne());
	}

}
