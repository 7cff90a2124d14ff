// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.container;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.converter.SimplePayloadConverter;
import io.delay.job.Job;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.JobContext;
import io.delay.listener.JobHandler;
import io.delay.listener.ListenerSettings;
import io.delay.listener.WorkerExecutorFactory;
import io.delay.store.ReservedJob;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

@Timeout(30)
class DelayListenerRegistryTests {

	private final MemoryJobStore store = new MemoryJobStore();

	private final DelayListenerRegistry registry = registry(Map.of());

	@AfterEach
	void stopContainers() {
		this.registry.stop();
	}

	@Test
	void registryHasTheConsumersOfRunningContainers() {
		this.registry.register(endpoint("orders", "orders"));
		this.registry.start();
		await().until(() -> !this.store.consumers("orders").isEmpty());
		String id = this.store.consumers("orders").get(0).consumer().id();
		assertThat(this.registry.hasConsumer(id)).isTrue();
		assertThat(this.registry.hasConsumer(id + "x")).isFalse();
		this.registry.stop();
		assertThat(this.registry.hasConsumer(id)).isFalse();
	}

	private DelayListenerRegistry registry(Map<String, ListenerSettings> topicSettings) {
		return new DelayListenerRegistry(new DelayListenerContainerFactory(this.store,
				DelayListenerContainerOptions.defaults().withTopicSettings(topicSettings)));
	}

	private static DelayListenerEndpoint endpoint(String id, String topic) {
		return endpoint(id, topic, ListenerSettings.none());
	}

	private static DelayListenerEndpoint endpoint(String id, String topic, ListenerSettings settings) {
		return endpoint(id, topic, settings, (job, context) -> {
		});
	}

	private static DelayListenerEndpoint endpoint(String id, String topic, ListenerSettings settings,
			JobHandler handler) {
		return new DelayListenerEndpoint(id, topic, settings, new JobHandler() {

			@Override
			public void handle(ReservedJob job, JobContext context) throws Exception {
				handler.handle(job, context);
			}

			@Override
			public String toString() {
				return "Handler#" + id;
			}

		});
	}

	@Test
	void containersAreFoundById() {
		this.registry.register(endpoint("one", "orders"));
		this.registry.register(endpoint("two", "devices"));
		assertThat(this.registry.container("two").topic()).isEqualTo("devices");
		assertThat(this.registry.containers()).extracting(DelayListenerContainer::id).containsExactly("one", "two");
		assertThat(this.registry.topics()).containsExactly("devices", "orders");
		assertThatIllegalArgumentException().isThrownBy(() -> this.registry.container("three"))
			.withMessage("There is no listener with the id 'three'. Known ids: [one, two]");
	}

	@Test
	void startAndStopReachAllContainersThatStartWithTheApplication() {
		this.registry.register(endpoint("one", "orders"));
		this.registry.register(endpoint("two", "devices", ListenerSettings.builder().autoStartup(false).build()));
		assertThat(this.registry.container("one").isRunning()).isFalse();
		this.registry.start();
		assertThat(this.registry.isRunning()).isTrue();
		assertThat(this.registry.container("one").isRunning()).isTrue();
		assertThat(this.registry.container("two").isRunning()).isFalse();
		this.registry.container("two").start();
		this.registry.stop();
		assertThat(this.registry.isRunning()).isFalse();
		assertThat(this.registry.containers()).noneMatch(DelayListenerContainer::isRunning);
	}

	@Test
	void settingsOfTheTopicTakePrecedenceOverThoseOfTheListener() {
		DelayListenerRegistry withTopic = registry(
				Map.of("orders", ListenerSettings.builder().autoStartup(false).build()));
		withTopic.register(endpoint("one", "orders", ListenerSettings.builder().autoStartup(true).build()));
		assertThat(withTopic.container("one").isAutoStartup()).isFalse();
	}

	@Test
	void listenerRegisteredAfterTheStartStartsAtOnce() {
		this.registry.start();
		this.registry.register(endpoint("one", "orders"));
		assertThat(this.registry.container("one").isRunning()).isTrue();
	}

	@Test
	void twoListenersOnOneTopicAreRefused() {
		this.registry.register(endpoint("one", "orders"));
		assertThatIllegalStateException().isThrownBy(() -> this.registry.register(endpoint("two", "orders")))
			.withMessage("Topic 'orders' has two listeners: 'one' (Handler#one) and 'two' (Handler#two). "
					+ "An application can have only one listener per topic: give one of them a different topic, "
					+ "or handle the jobs in one method");
	}

	@Test
	void twoListenersWithOneIdAreRefused() {
		this.registry.register(endpoint("one", "orders"));
		assertThatIllegalStateException().isThrownBy(() -> this.registry.register(endpoint("one", "devices")))
			.withMessageContaining("Two listeners have the id 'one'")
			.withMessageContaining("'orders'")
			.withMessageContaining("'devices'")
			.withMessageContaining("a different id");
	}

	@Test
	void containersStopInParallelAndTheCallbackIsCalled() throws Exception {
		CountDownLatch bothRun = new CountDownLatch(2);
		CyclicBarrier bothStop = new CyclicBarrier(2);
		JobHandler handler = (job, context) -> {
			bothRun.countDown();
			awaitInterrupt();
			bothStop.await(10, TimeUnit.SECONDS);
		};
		DelayListenerRegistry impatient = new DelayListenerRegistry(new DelayListenerContainerFactory(this.store,
				DelayListenerContainerOptions.defaults().withShutdownTimeout(Duration.ofMillis(50))));
		impatient.register(endpoint("one", "orders", ListenerSettings.none(), handler));
		impatient.register(endpoint("two", "devices", ListenerSettings.none(), handler));
		impatient.start();
		new DelayTemplate(this.store, this.store, new SimplePayloadConverter())
			.submitAll(List.of(Job.to("orders").build(), Job.to("devices").build()));
		assertThat(bothRun.await(10, TimeUnit.SECONDS)).isTrue();
		CountDownLatch called = new CountDownLatch(1);
		impatient.stop(called::countDown);
		assertThat(called.await(10, TimeUnit.SECONDS)).isTrue();
		assertThat(bothStop.isBroken()).isFalse();
		assertThat(impatient.containers()).noneMatch(DelayListenerContainer::isRunning);
	}

	private static void awaitInterrupt() {
		try {
			new CountDownLatch(1).await(20, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			// Asked to stop
		}
	}

	@Test
	void aContainerStartedManuallyOnAStoppedRegistryIsStoppedWithIt() throws Exception {
		this.registry.register(endpoint("one", "orders"));
		this.registry.start();
		this.registry.stop();
		this.registry.container("one").start();
		assertThat(this.registry.isRunning()).isTrue();
		CountDownLatch called = new CountDownLatch(1);
		this.registry.stop(called::countDown);
		assertThat(called.await(10, TimeUnit.SECONDS)).isTrue();
		assertThat(this.registry.container("one").isRunning()).isFalse();
		assertThat(this.registry.isRunning()).isFalse();
	}

	@Test
	void aContainerStartedManuallyBeforeTheRegistryDoesNotMakeItRunning() {
		this.registry.register(endpoint("one", "orders"));
		this.registry.container("one").start();
		assertThat(this.registry.isRunning()).isFalse();
	}

	@Test
	void autoStartupAloneDecidesWhichContainersStartWithTheApplication() {
		this.registry.register(endpoint("one", "orders"));
		this.registry.register(endpoint("two", "devices", ListenerSettings.builder().autoStartup(false).build()));
		this.registry.start();
		this.registry.container("one").stop();
		this.registry.container("two").start();
		this.registry.stop(() -> {
		});
		await().until(() -> !this.registry.container("two").isRunning());
		this.registry.start();
		assertThat(this.registry.container("one").isRunning()).isTrue();
		assertThat(this.registry.container("two").isRunning()).isFalse();
	}

	@Test
	void destroyStopsRunningContainersAndCanBeRepeated() {
		this.registry.register(endpoint("one", "orders"));
		this.registry.container("one").start();
		this.registry.destroy();
		this.registry.destroy();
		assertThat(this.registry.container("one").isRunning()).isFalse();
	}

	@Test
	void aStartThatFailsStopsTheContainersItHasStarted() {
		WorkerExecutorFactory executors = (id, concurrency) -> {
			if (id.equals("two")) {
				throw new IllegalStateException("No threads for 'two'");
			}
			return WorkerExecutorFactory.platformThreads().create(id, concurrency);
		};
		DelayListenerRegistry failing = new DelayListenerRegistry(new DelayListenerContainerFactory(this.store,
				DelayListenerContainerOptions.defaults().withExecutorFactory(executors)));
		failing.register(endpoint("one", "orders"));
		failing.register(endpoint("two", "devices"));
		assertThatIllegalStateException().isThrownBy(failing::start).withMessage("No threads for 'two'");
		assertThat(failing.isRunning()).isFalse();
		assertThat(failing.containers()).noneMatch(DelayListenerContainer::isRunning);
	}

	@Test
	void listenerWhoseStartFailsIsNotRegistered() {
		AtomicBoolean broken = new AtomicBoolean(true);
		DelayListenerRegistry failing = new DelayListenerRegistry(new DelayListenerContainerFactory(this.store,
				DelayListenerContainerOptions.defaults().withExecutorFactory((id, concurrency) -> {
					if (broken.get()) {
						throw new IllegalStateException("No threads");
					}
					return WorkerExecutorFactory.platformThreads().create(id, concurrency);
				})));
		failing.start();
		assertThatIllegalStateException().isThrownBy(() -> failing.register(endpoint("one", "orders")))
			.withMessage("No threads");
		assertThat(failing.topics()).isEmpty();
		broken.set(false);
		failing.register(endpoint("one", "orders"));
		assertThat(failing.container("one").isRunning()).isTrue();
		failing.stop();
	}

	@Test
	void destroyWaitsForAContainerThatIsBeingDeregistered() throws Exception {
		CountDownLatch runs = new CountDownLatch(1);
		CountDownLatch mayEnd = new CountDownLatch(1);
		this.registry.register(endpoint("one", "orders", ListenerSettings.none(), (job, context) -> {
			runs.countDown();
			mayEnd.await(20, TimeUnit.SECONDS);
		}));
		this.registry.start();
		DelayListenerContainer container = this.registry.container("one");
		new DelayTemplate(this.store, this.store, new SimplePayloadConverter()).submit(Job.to("orders").build());
		assertThat(runs.await(10, TimeUnit.SECONDS)).isTrue();
		Thread deregistering = new Thread(() -> this.registry.deregister("one"), "deregistering");
		deregistering.start();
		awaitThreadIn("deregistering", DelayListenerContainer.class, "stop");
		CompletableFuture<Void> restarted = CompletableFuture.runAsync(this.registry::start);
		restarted.get(5, TimeUnit.SECONDS);
		CompletableFuture<Void> destroyed = CompletableFuture.runAsync(this.registry::destroy);
		try {
			await().during(Duration.ofMillis(200)).until(() -> !destroyed.isDone());
			assertThat(this.registry.topics()).containsExactly("orders");
		}
		finally {
			mayEnd.countDown();
		}
		destroyed.get(10, TimeUnit.SECONDS);
		deregistering.join(10_000);
		assertThat(container.isRunning()).isFalse();
		assertThat(this.registry.topics()).isEmpty();
	}

	@Test
	void theRegistryAnswersWhileAStartWaitsForAContainerThatIsStopping() throws Exception {
		CountDownLatch runs = new CountDownLatch(1);
		CountDownLatch mayEnd = new CountDownLatch(1);
		this.registry.register(endpoint("one", "orders", ListenerSettings.none(), (job, context) -> {
			runs.countDown();
			mayEnd.await(20, TimeUnit.SECONDS);
		}));
		this.registry.start();
		new DelayTemplate(this.store, this.store, new SimplePayloadConverter()).submit(Job.to("orders").build());
		assertThat(runs.await(10, TimeUnit.SECONDS)).isTrue();
		CountDownLatch stopped = new CountDownLatch(1);
		this.registry.stop(stopped::countDown);
		awaitThreadIn("delay-stop-", DelayListenerContainer.class, "stop");
		Thread starter = new Thread(this.registry::start, "starter");
		starter.start();
		awaitThreadIn("starter", DelayListenerContainer.class, "start");
		try {
			CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> this.registry.topics() + " "
					+ this.registry.containers().size() + " " + this.registry.container("one").id());
			assertThat(answer.get(5, TimeUnit.SECONDS)).isEqualTo("[orders] 1 one");
			assertThat(CompletableFuture.supplyAsync(this.registry::isRunning).get(5, TimeUnit.SECONDS)).isTrue();
		}
		finally {
			mayEnd.countDown();
		}
		assertThat(stopped.await(10, TimeUnit.SECONDS)).isTrue();
		starter.join(10_000);
		assertThat(this.registry.container("one").isRunning()).isTrue();
	}

	private static void awaitThreadIn(String threadName, Class<?> type, String method) {
		await().until(() -> Thread.getAllStackTraces()
			.entrySet()
			.stream()
			.filter((thread) -> thread.getKey().getName().startsWith(threadName))
			.flatMap((thread) -> Stream.of(thread.getValue()))
			.anyMatch((frame) -> frame.getClassName().equals(type.getName()) && frame.getMethodName().equals(method)));
	}

	@Test
	void stopWithoutContainersCallsItsCallback() throws Exception {
		CountDownLatch called = new CountDownLatch(1);
		this.registry.stop(called::countDown);
		assertThat(called.await(10, TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void deregisteredListenerHasStoppedAndItsIdAndTopicAreFree() {
		this.registry.register(endpoint("one", "orders"));
		this.registry.start();
		DelayListenerContainer container = this.registry.container("one");
		this.registry.deregister("one");
		assertThat(container.isRunning()).isFalse();
		assertThat(this.registry.containers()).isEmpty();
		this.registry.register(endpoint("one", "orders"));
		assertThat(this.registry.container("one").isRunning()).isTrue();
		assertThat(this.registry.container("one")).isNotSameAs(container);
	}

	@Test
	void deregisteringAnUnknownListenerDoesNothing() {
		this.registry.register(endpoint("one", "orders"));
		this.registry.deregister("two");
		assertThat(this.registry.topics()).containsExactly("orders");
	}

}
