// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.test.util.ReflectionTestUtils;

import io.delay.actuate.DelayHealth.Status;
import io.delay.actuate.health.ListenerHealth;
import io.delay.actuate.health.TopicHealth;
import io.delay.actuate.health.TopicReader;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.ListenerSettings;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.listener.container.DelayListenerContainerOptions;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.admin.Operator;
import io.delay.store.memory.MemoryJobStore;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What turns the health, and what it shows.
 */
class DelayHealthCheckTests {

	private static final Duration LIMIT = Duration.ofMinutes(5);

	private static final Instant NOW = Instant.parse("2030-01-31T08:00:00Z");

	private volatile Instant now = NOW;

	private final MemoryJobStore store = new MemoryJobStore(() -> this.now);

	private final SwitchedInspector inspector = new SwitchedInspector(this.store);

	private final DelayListenerRegistry registry = registry("orders");

	@AfterEach
	void stop() {
		this.registry.destroy();
	}

	@Test
	void aListenerThatRunsIsUpAndShown() {
		start();
		DelayHealth health = health();
		assertThat(health.status()).isEqualTo(Status.UP);
		assertThat(listener(health)).satisfies((listener) -> {
			assertThat(listener.topic()).isEqualTo("orders");
			assertThat(listener.running()).isTrue();
			assertThat(listener.died()).isFalse();
			assertThat(listener.paused()).isFalse();
			assertThat(listener.sinceLastReserve()).isBetween(Duration.ZERO, Duration.ofSeconds(10));
		});
	}

	@Test
	void aListenerThatIsStoppedOrPausedIsShownAndStaysUp() {
		this.store.pause("orders", new Operator("alice"));
		DelayHealth health = health();
		assertThat(health.status()).isEqualTo(Status.UP);
		assertThat(listener(health)).isEqualTo(new ListenerHealth("orders", false, false, true, null, null, false));
	}

	@Test
	void aListenerThatHasDiedIsDown() {
		start();
		DelayListenerContainer container = this.registry.container("orders");
		Object run = ReflectionTestUtils.getField(container, "run");
		ReflectionTestUtils.invokeMethod(ReflectionTestUtils.getField(run, "poller"), "stop");
		Awaitility.await().until(container::hasDied);
		DelayHealth health = health();
		assertThat(health.status()).isEqualTo(Status.DOWN);
		assertThat(listener(health).died()).isTrue();
		assertThat(health.details()).containsKey("topics");
	}

	@Test
	void listenerIsDownWhileAllItsHandlersHang() {
		DelayListenerRegistry hanging = new DelayListenerRegistry(new DelayListenerContainerFactory(this.store));
		CountDownLatch end = new CountDownLatch(1);
		hanging.register(new DelayListenerEndpoint("hanging", "orders",
				ListenerSettings.builder().concurrency(2).ttr(Duration.ofMillis(50)).build(),
				(job, context) -> end.await()));
		hanging.start();
		try {
			DelayListenerContainer container = hanging.container("hanging");
			for (String id : List.of("a", "b")) {
				this.store.submit(List
					.of(new NewJob("orders", id, DueTime.at(NOW), ConflictPolicy.KEEP, JobRecord.of(new byte[0]))));
			}
			Awaitility.await().until(container::isStuck);
			DelayHealth health = new DelayHealthCheck(this.store, List.of(hanging), null).check();
			assertThat(health.status()).isEqualTo(Status.DOWN);
			assertThat(listeners(health).get("hanging").stuck()).isTrue();
			end.countDown();
			Awaitility.await().until(() -> !container.isStuck());
		}
		finally {
			end.countDown();
			hanging.destroy();
		}
	}

	@Test
	void listenerThatCannotReserveIsDownWithTheReason() {
		DelayListenerRegistry broken = new DelayListenerRegistry(
				new DelayListenerContainerFactory(new ForwardingJobStore(this.store) {

					@Override
					public ReserveResult reserve(ReserveRequest request) {
						throw new IllegalStateException("Topic 'orders' has 1 partition, not 4");
					}

				}));
		broken.register(new DelayListenerEndpoint("broken", "orders", ListenerSettings.none(), (job, context) -> {
		}));
		broken.start();
		try {
			Awaitility.await()
				.until(() -> broken.container("broken")
					.reserveOutage()
					.filter((outage) -> outage.failures() > 1)
					.isPresent());
			DelayHealth health = new DelayHealthCheck(this.store, List.of(broken), null).check();
			assertThat(health.status()).isEqualTo(Status.DOWN);
			assertThat(listeners(health).get("broken")).satisfies((listener) -> {
				assertThat(listener.running()).isTrue();
				assertThat(listener.died()).isFalse();
				assertThat(listener.reserveOutage().reason()).contains("Topic 'orders' has 1 partition, not 4");
			});
		}
		finally {
			broken.destroy();
		}
	}

	@Test
	void singleFailureToReserveKeepsTheStatus() {
		CountDownLatch end = new CountDownLatch(1);
		AtomicInteger calls = new AtomicInteger();
		DelayListenerRegistry shaky = new DelayListenerRegistry(
				new DelayListenerContainerFactory(new ForwardingJobStore(this.store) {

					@Override
					public ReserveResult reserve(ReserveRequest request) {
						if (calls.incrementAndGet() > 1) {
							awaitEnd(end);
						}
						throw new DataAccessResourceFailureException("away");
					}

				}));
		shaky.register(new DelayListenerEndpoint("shaky", "orders", ListenerSettings.none(), (job, context) -> {
		}));
		shaky.start();
		try {
			Awaitility.await().until(() -> calls.get() > 1);
			DelayHealth health = new DelayHealthCheck(this.store, List.of(shaky), null).check();
			assertThat(health.status()).isEqualTo(Status.UP);
			assertThat(listeners(health).get("shaky").reserveOutage().failures()).isOne();
		}
		finally {
			end.countDown();
			shaky.destroy();
		}
	}

	private static void awaitEnd(CountDownLatch end) {
		try {
			end.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Test
	void refusalsAreReadAgainAtOnceOnlyAfterARefusal() {
		DelayHealthCheck check = check(null);
		assertThat(check.check().status()).isEqualTo(Status.UP);
		check.check();
		assertThat(this.inspector.calls("refusals")).isOne();
		this.inspector.fail("topics");
		assertThat(check.check().status()).isEqualTo(Status.DOWN);
		this.inspector.fail("");
		assertThat(check.check().status()).isEqualTo(Status.UP);
		assertThat(this.inspector.calls("refusals")).isEqualTo(2);
	}

	@Test
	void endOfARefusalIsDetectedAtOnce() {
		DelayHealthCheck check = check(null);
		this.inspector.refuse(List.of("read-only"));
		assertThat(check.check().status()).isEqualTo(Status.DOWN);
		this.inspector.refuse(List.of());
		assertThat(check.check().status()).isEqualTo(Status.UP);
	}

	@Test
	void listenersAreShownWhileTheStoreIsUnreachable() {
		start();
		this.inspector.fail("topics");
		DelayHealth health = health();
		assertThat(health.status()).isEqualTo(Status.DOWN);
		assertThat(health.failure()).isInstanceOf(DataAccessResourceFailureException.class)
			.hasMessage("The store is away");
		assertThat(health.details()).doesNotContainKey("topics");
		assertThat(listener(health).running()).isTrue();
		assertThat(listener(health).paused()).isNull();
	}

	@Test
	void unreachableTopicOfAListenerIsDown() {
		this.store.pause("orders", new Operator("alice"));
		this.store.pause("foreign", new Operator("alice"));
		this.inspector.failTopic("foreign", new DataAccessResourceFailureException("away"));
		DelayHealth health = health();
		assertThat(health.status()).isEqualTo(Status.UP);
		assertThat(topic(health, "foreign"))
			.isEqualTo(new TopicHealth(null, null, null, null, null, List.of("Cannot be read: away")));
		assertThat(topic(health, "orders").paused()).isTrue();
		this.inspector.failTopic("orders", new DataAccessResourceFailureException("away, too"));
		health = health();
		assertThat(health.status()).isEqualTo(Status.DOWN);
		assertThat(health.failure()).hasMessage("away, too");
		assertThat(health.details()).containsKey("topics");
		assertThat(listener(health).paused()).isNull();
	}

	@Test
	void unusableTopicKeepsTheStatus() {
		this.store.pause("orders", new Operator("alice"));
		this.store.pause("unreadable", new Operator("alice"));
		this.inspector.failTopic("orders", new TransientDataAccessResourceException("is being moved"));
		this.inspector.failTopic("unreadable", new IllegalStateException("is recorded with 'x'"));
		submit("nobody", Duration.ofMinutes(1));
		DelayHealth health = health();
		assertThat(health.status()).isEqualTo(Status.UP);
		assertThat(topic(health, "orders").warnings()).containsExactly("Cannot be read: is being moved");
		assertThat(topic(health, "unreadable").warnings()).containsExactly("Cannot be read: is recorded with 'x'");
		submit("late", LIMIT.plusMillis(1));
		assertThat(health().status()).isEqualTo(Status.OUT_OF_SERVICE);
	}

	@Test
	void readyJobsWithoutAConsumerAreShown() {
		submit("nobody", Duration.ofMinutes(1));
		this.store.pause("empty", new Operator("alice"));
		this.store.resume("empty");
		DelayHealth health = health();
		assertThat(health.status()).isEqualTo(Status.UP);
		assertThat(topic(health, "nobody")).satisfies((topic) -> {
			assertThat(topic.ready()).isOne();
			assertThat(topic.oldestReady()).isEqualTo(Duration.ofMinutes(1));
			assertThat(topic.consumers()).isZero();
			assertThat(topic.warnings()).containsExactly("Jobs are ready, but no consumer is registered");
		});
		assertThat(topic(health, "empty")).isEqualTo(new TopicHealth(0L, null, 0L, false, null, null));
		assertThat(health.details()).doesNotContainKey("omittedTopics");
	}

	@Test
	void topicsThatAreNotShownAreCounted() {
		for (int i = 0; i <= TopicReader.MAX_TOPICS; i++) {
			this.store.pause("topic-" + i, new Operator("alice"));
		}
		assertThat(health().details()).containsEntry("omittedTopics", 1);
	}

	@Test
	void anyAgeIsUpWithoutALimit() {
		submit("nobody", Duration.ofDays(7));
		assertThat(check(null).check().status()).isEqualTo(Status.UP);
	}

	@Test
	void aReadyJobBeyondTheLimitIsOutOfService() {
		submit("nobody", LIMIT);
		assertThat(health().status()).isEqualTo(Status.UP);
		submit("late", LIMIT.plusMillis(1));
		DelayHealth health = health();
		assertThat(health.status()).isEqualTo(Status.OUT_OF_SERVICE);
		assertThat(topic(health, "late").warnings())
			.contains("The oldest ready job is older than delay.health.max-ready-age, PT5M");
		assertThat(topic(health, "nobody").warnings()).hasSize(1);
	}

	@Test
	void ageOfAPausedTopicKeepsTheStatus() {
		submit("late", Duration.ofDays(7));
		this.store.pause("late", new Operator("alice"));
		assertThat(health().status()).isEqualTo(Status.UP);
	}

	@Test
	void listenersOfSeveralContextsAreAllShown() {
		DelayListenerRegistry other = registry("orders");
		DelayHealth health = new DelayHealthCheck(this.store, List.of(this.registry, other), null).check();
		assertThat(listeners(health)).containsOnlyKeys("orders", "orders (2)");
	}

	private void start() {
		this.registry.start();
		DelayListenerContainer container = this.registry.container("orders");
		Awaitility.await().until(() -> container.sinceLastReserve().isPresent());
	}

	private DelayListenerRegistry registry(String topic) {
		DelayListenerRegistry registry = new DelayListenerRegistry(
				new DelayListenerContainerFactory(this.store, DelayListenerContainerOptions.defaults()));
		registry.register(new DelayListenerEndpoint(topic, topic, ListenerSettings.none(), (job, context) -> {
		}));
		return registry;
	}

	// A job that became due that long ago.
	private void submit(String topic, Duration age) {
		this.now = NOW.minus(age);
		this.store.submit(
				List.of(new NewJob(topic, "1", DueTime.at(this.now), ConflictPolicy.KEEP, JobRecord.of(new byte[0]))));
		this.now = NOW;
	}

	private DelayHealth health() {
		return check(LIMIT).check();
	}

	private DelayHealthCheck check(Duration maxReadyAge) {
		return new DelayHealthCheck(this.inspector.inspector(), List.of(this.registry), maxReadyAge);
	}

	private static ListenerHealth listener(DelayHealth health) {
		return listeners(health).get("orders");
	}

	@SuppressWarnings("unchecked")
	private static Map<String, ListenerHealth> listeners(DelayHealth health) {
		return (Map<String, ListenerHealth>) health.details().get("listeners");
	}

	@SuppressWarnings("unchecked")
	private static TopicHealth topic(DelayHealth health, String topic) {
		return ((Map<String, TopicHealth>) health.details().get("topics")).get(topic);
	}

}
