// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.util.unit.DataSize;

import io.delay.annotation.DelayListener;
import io.delay.autoconfigure.DelayContexts;
import io.delay.autoconfigure.RecordedStore;
import io.delay.job.PayloadTooLargeException;
import io.delay.job.RateLimit;
import io.delay.listener.JobContext;
import io.delay.listener.WorkerExecutorFactory;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.redis.RedisJobStoreOptions;
import io.delay.store.ReserveTerms;
import io.delay.store.Settlement;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Every property reaches the place where it acts.
 */
class DelayPropertiesTests {

	private final RecordedStore store = new RecordedStore();

	private final RecordedExecutors executors = new RecordedExecutors();

	private final ApplicationContextRunner runner = DelayContexts.withoutServer()
		.withBean(RecordedStore.class, () -> this.store)
		.withBean(RecordedExecutors.class, () -> this.executors)
		.withBean(FailingListener.class);

	@Test
	void documentedDefaultsApplyWithoutProperties() {
		this.runner.run((context) -> {
			assertThat(this.executors.concurrency("order")).isEqualTo(8);
			assertThat(this.store.request("order").terms()).extracting(ReserveTerms::ttr, ReserveTerms::maxAttempts)
				.containsExactly(Duration.ofSeconds(60), 5);
			context.getBean(DelayTemplate.class).submit("order", "4711", Duration.ZERO);
			assertThat(backoffs(1)).containsOnlyNulls();
			DelayProperties properties = context.getBean(DelayProperties.class);
			assertThat(properties.namespace()).isEqualTo("delay");
			assertThat(properties.job().maxPayloadSize()).isEqualTo(DataSize.ofKilobytes(64));
			assertThat(properties.listener().shutdownTimeout()).isEqualTo(Duration.ofSeconds(20));
		});
	}

	@Test
	void theConcurrencyReachesTheListeners() {
		this.runner.withPropertyValues("delay.listener.concurrency=3")
			.run((context) -> assertThat(this.executors.concurrency("order")).isEqualTo(3));
	}

	@Test
	void theTtrReachesTheListeners() {
		this.runner.withPropertyValues("delay.job.ttr=7s")
			.run((context) -> assertThat(this.store.request("order").terms().ttr()).isEqualTo(Duration.ofSeconds(7)));
	}

	@Test
	void maximumOfAttemptsReachesTheListeners() {
		this.runner.withPropertyValues("delay.job.max-attempts=9")
			.run((context) -> assertThat(this.store.request("order").terms().maxAttempts()).isEqualTo(9));
	}

	@Test
	void ttrAndMaximumOfAttemptsReachPullingConsumers() {
		this.runner.withPropertyValues("delay.job.ttr=7s", "delay.job.max-attempts=9").run((context) -> {
			context.getBean(DelayTemplate.class).reserve("pulled", 1);
			assertThat(this.store.request("pulled").terms()).extracting(ReserveTerms::ttr, ReserveTerms::maxAttempts)
				.containsExactly(Duration.ofSeconds(7), 9);
		});
	}

	@Test
	void rateLimitOfATopicReachesItsListenerAndPullingConsumers() {
		this.runner.withPropertyValues("delay.topics.order.rate-limit=100/s", "delay.topics.pulled.rate-limit= 10 / m")
			.run((context) -> {
				assertThat(this.store.request("order").terms().rateLimit()).hasToString("100/s");
				assertThat(this.store.request("order").lookAhead().isNone()).isTrue();
				DelayTemplate template = context.getBean(DelayTemplate.class);
				template.reserve("pulled", 1);
				assertThat(this.store.request("pulled").terms().rateLimit()).hasToString("10/m");
				template.reserve("pulled", 1, Duration.ofSeconds(7), 9);
				assertThat(this.store.request("pulled").terms())
					.isEqualTo(new ReserveTerms(Duration.ofSeconds(7), 9).limitedTo(RateLimit.of("10/m")));
			});
	}

	@Test
	void maximumPayloadSizeReachesTheTemplate() {
		this.runner.withPropertyValues("delay.job.max-payload-size=10B").run((context) -> {
			DelayTemplate template = context.getBean(DelayTemplate.class);
			template.submit("elsewhere", "0123456789", Duration.ZERO);
			assertThatExceptionOfType(PayloadTooLargeException.class)
				.isThrownBy(() -> template.submit("elsewhere", "0123456789+", Duration.ZERO))
				.withMessageContainingAll("11", "10");
		});
	}

	@Test
	void maximumPayloadSizeAndConverterReachTheListeners() {
		this.runner.withPropertyValues("delay.job.max-payload-size=10B")
			.withBean(ResubmittingListener.class)
			.run((context) -> {
				context.getBean(DelayTemplate.class).submit("resubmitted", "", Duration.ZERO);
				assertThat(context.getBean(ResubmittingListener.class).failures.poll(10, TimeUnit.SECONDS))
					.isInstanceOf(PayloadTooLargeException.class)
					.hasMessageContainingAll("11", "10");
			});
	}

	@Test
	void listenerDoesNotStartWithoutAutoStartup() {
		this.runner.withPropertyValues("delay.listener.auto-startup=false").run((context) -> {
			DelayListenerContainer container = context.getBean(DelayListenerRegistry.class).container("order");
			assertThat(container.isAutoStartup()).isFalse();
			assertThat(container.isRunning()).isFalse();
		});
	}

	@Test
	void aFixedBackoffReachesTheListeners() {
		this.runner.withPropertyValues("delay.listener.backoff.type=fixed", "delay.listener.backoff.delay=5m")
			.run((context) -> {
				context.getBean(DelayTemplate.class).submit("order", "4711", Duration.ZERO);
				assertThat(backoffs(1)).containsExactly(Duration.ofMinutes(5));
			});
	}

	@Test
	void anExponentialBackoffReachesTheListeners() {
		this.runner
			.withPropertyValues("delay.listener.backoff.type=exponential", "delay.listener.backoff.delay=2ms",
					"delay.listener.backoff.multiplier=3", "delay.listener.backoff.max-delay=15ms")
			.run((context) -> {
				context.getBean(DelayTemplate.class).submit("order", "4711", Duration.ZERO);
				assertThat(backoffs(4)).containsExactly(Duration.ofMillis(2), Duration.ofMillis(6),
						Duration.ofMillis(15), Duration.ofMillis(15));
			});
	}

	@Test
	void aJitterReachesTheListeners() {
		this.runner
			.withPropertyValues("delay.listener.backoff.type=fixed", "delay.listener.backoff.delay=5m",
					"delay.listener.backoff.jitter=1h")
			.run((context) -> {
				context.getBean(DelayTemplate.class).submit("order", "4711", Duration.ZERO);
				assertThat(backoffs(1)).singleElement()
					.satisfies((wait) -> assertThat(wait).isBetween(Duration.ofMinutes(5), Duration.ofMinutes(65))
						.isNotEqualTo(Duration.ofMinutes(5)));
			});
	}

	@ParameterizedTest
	@CsvSource({ "20ms, 1", "0, 0" })
	void theLookAheadDeterminesWhetherJobsAreHeldUntilTheyAreDue(String lookAhead, int starters) {
		StubbornListener listener = new StubbornListener();
		this.runner.withPropertyValues("delay.listener.look-ahead=" + lookAhead)
			.withBean(StubbornListener.class, () -> listener)
			.run((context) -> {
				String id = context.getBean(DelayListenerRegistry.class).containers().iterator().next().id();
				await().atMost(Duration.ofSeconds(5)).until(() -> threads("delay-poller-" + id) == 1);
				await().atMost(Duration.ofSeconds(5)).until(() -> threads("delay-starter-" + id) == starters);
			});
	}

	private static long threads(String name) {
		return Thread.getAllStackTraces().keySet().stream().filter((thread) -> thread.getName().equals(name)).count();
	}

	@Test
	void theShutdownTimeoutLimitsTheWaitForRunningHandlers() throws InterruptedException {
		StubbornListener listener = new StubbornListener();
		this.runner.withPropertyValues("delay.listener.shutdown-timeout=50ms")
			.withBean(StubbornListener.class, () -> listener)
			.run((context) -> {
				context.getBean(DelayTemplate.class).submit("stubborn", "4711", Duration.ZERO);
				assertThat(listener.begun.await(10, TimeUnit.SECONDS)).isTrue();
			});
		// Without the interrupt the handler goes on for longer than this waits
		assertThat(listener.interrupted.await(10, TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void theNamespaceReachesTheStore() {
		DelayContexts.withoutServer()
			.withPropertyValues("delay.namespace=shop")
			.run((context) -> assertThat(context.getBean(RedisJobStoreOptions.class).namespace()).isEqualTo("shop"));
	}

	@Test
	void theNumbersOfPartitionsReachTheStore() {
		DelayContexts.withoutServer()
			.withPropertyValues("delay.redis.partitions=3", "delay.topics.order.partitions=8",
					"delay.topics.[order.timeout].partitions=5", "delay.topics.device.ttr=7s")
			.run((context) -> {
				RedisJobStoreOptions options = context.getBean(RedisJobStoreOptions.class);
				assertThat(options.partitions("order")).isEqualTo(8);
				assertThat(options.partitions("order.timeout")).isEqualTo(5);
				assertThat(options.partitions("device")).isEqualTo(3);
			});
	}

	@Test
	void numberOfReplicasReachesTheStore() {
		DelayContexts.withoutServer()
			.withPropertyValues("delay.redis.wait-replicas=2", "delay.redis.wait-replicas-timeout=250ms")
			.run((context) -> assertThat(context.getBean(RedisJobStoreOptions.class))
				.extracting(RedisJobStoreOptions::waitReplicas, RedisJobStoreOptions::waitReplicasTimeout)
				.containsExactly(2, Duration.ofMillis(250)));
	}

	@Test
	void topicsHaveOnePartitionAndSubmitsWaitForNoReplicaByDefault() {
		DelayContexts.withoutServer()
			.run((context) -> assertThat(context.getBean(RedisJobStoreOptions.class))
				.isEqualTo(RedisJobStoreOptions.DEFAULT));
	}

	@Test
	void topicWithDotsIsConfiguredInBrackets() {
		this.runner.withPropertyValues("delay.topics.[order.timeout].ttr=7s")
			.withBean(DottedListener.class)
			.run((context) -> assertThat(this.store.request("order.timeout").terms().ttr())
				.isEqualTo(Duration.ofSeconds(7)));
	}

	@Test
	void topicWithOtherCharactersNeedsNoBrackets() {
		this.runner.withPropertyValues("delay.topics.Order_time-out2.ttr=7s")
			.run((context) -> assertThat(context.getBean(DelayProperties.class).topics())
				.containsOnlyKeys("Order_time-out2"));
	}

	@ParameterizedTest
	@CsvSource({ "4KB, 4096", "300B, 300", "0, 0" })
	void stackTraceIsShortenedToTheConfiguredSize(String size, int bytes) {
		this.runner.withPropertyValues("delay.failed.stack-trace-size=" + size).run((context) -> {
			context.getBean(DelayTemplate.class).submit("order", "4711", Duration.ZERO);
			String trace = this.store.failures("order", 1).get(0).reason().stackTrace();
			assertThat((trace != null) ? trace : "").hasSizeLessThanOrEqualTo(bytes);
			assertThat(trace != null).isEqualTo(bytes > 0);
		});
	}

	private List<Duration> backoffs(int count) {
		return this.store.failures("order", count).stream().map(Settlement.Fail::delay).toList();
	}

	static class FailingListener {

		@DelayListener(topic = "order")
		void handle(String order) {
			throw new IllegalStateException("Not today");
		}

	}

	static class ResubmittingListener {

		private final BlockingQueue<Exception> failures = new LinkedBlockingQueue<>();

		@DelayListener(topic = "resubmitted", maxAttempts = "1")
		void resubmit(JobContext context) {
			try {
				context.resubmit(List.of(123, 45678), Duration.ZERO);
			}
			catch (RuntimeException ex) {
				this.failures.add(ex);
			}
		}

	}

	static class DottedListener {

		@DelayListener(topic = "order.timeout")
		void handle(String order) {
		}

	}

	static class StubbornListener {

		private final CountDownLatch begun = new CountDownLatch(1);

		private final CountDownLatch interrupted = new CountDownLatch(1);

		@DelayListener(topic = "stubborn")
		void handle(String order) {
			this.begun.countDown();
			try {
				new CountDownLatch(1).await(15, TimeUnit.SECONDS);
			}
			catch (InterruptedException ex) {
				this.interrupted.countDown();
			}
		}

	}

	/**
	 * Remembers for how many jobs at a time executors were made.
	 */
	static class RecordedExecutors implements WorkerExecutorFactory {

		private final Map<String, Integer> concurrencies = new ConcurrentHashMap<>();

		@Override
		public AsyncTaskExecutor create(String listenerId, int concurrency) {
			this.concurrencies.put(listenerId, concurrency);
			return WorkerExecutorFactory.platformThreads().create(listenerId, concurrency);
		}

		int concurrency(String listenerId) {
			return this.concurrencies.get(listenerId);
		}

	}

}
