// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.container;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.support.GenericApplicationContext;

import io.delay.listener.ContainerFixture;
import io.delay.listener.DelayListenerEndpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What happens when a handler stops the container that called it.
 */
@Timeout(60)
class SelfStopTests {

	private final ContainerFixture fixture = new ContainerFixture();

	private final AtomicReference<Runnable> stop = new AtomicReference<>();

	private final CompletableFuture<Duration> took = new CompletableFuture<>();

	private final AtomicBoolean interrupted = new AtomicBoolean();

	@AfterEach
	void stopContainers() {
		this.fixture.close();
	}

	private void stopInHandler() {
		long start = System.nanoTime();
		this.stop.get().run();
		this.interrupted.set(Thread.currentThread().isInterrupted());
		this.took.complete(Duration.ofNanos(System.nanoTime() - start));
	}

	private DelayListenerContainer container() {
		return this.fixture.create(this.fixture.store, ContainerFixture.settings().ttr(Duration.ofHours(1)),
				(job, context) -> stopInHandler());
	}

	private void assertThatItDoesNotWaitForItselfAndIsSettled() throws Exception {
		assertThat(this.took.get(20, TimeUnit.SECONDS)).isLessThan(Duration.ofSeconds(5));
		await().until(() -> this.fixture.template.find(ContainerFixture.TOPIC, "a").isEmpty());
		assertThat(this.interrupted).isFalse();
		await().until(() -> threads().isEmpty());
	}

	private static List<String> threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((name) -> name.startsWith("delay-") && name.contains("-listener-1"))
			.toList();
	}

	@Test
	void handlerStopsItsContainer() throws Exception {
		DelayListenerContainer container = container();
		this.stop.set(container::stop);
		this.fixture.submit("a");
		container.start();
		assertThatItDoesNotWaitForItselfAndIsSettled();
		assertThat(container.isRunning()).isFalse();
	}

	@Test
	void handlerStopsAndStartsItsContainer() throws Exception {
		DelayListenerContainer container = container();
		this.stop.set(() -> {
			container.stop();
			container.start();
		});
		this.fixture.submit("a");
		container.start();
		assertThat(this.took.get(20, TimeUnit.SECONDS)).isLessThan(Duration.ofSeconds(5));
		await().until(() -> this.fixture.template.find(ContainerFixture.TOPIC, "a").isEmpty());
		assertThat(container.isRunning()).isTrue();
	}

	@Test
	void handlerStopsTheRegistry() throws Exception {
		DelayListenerRegistry registry = registry();
		this.stop.set(registry::stop);
		this.fixture.submit("a");
		registry.start();
		assertThatItDoesNotWaitForItselfAndIsSettled();
	}

	@Test
	void handlerClosesTheContext() throws Exception {
		GenericApplicationContext context = new GenericApplicationContext();
		context.registerBean(DelayListenerRegistry.class, this::registry);
		this.stop.set(context::close);
		this.fixture.submit("a");
		context.refresh();
		assertThatItDoesNotWaitForItselfAndIsSettled();
	}

	private DelayListenerRegistry registry() {
		DelayListenerRegistry registry = new DelayListenerRegistry(new DelayListenerContainerFactory(this.fixture.store,
				DelayListenerContainerOptions.defaults().withShutdownTimeout(Duration.ofSeconds(10))));
		registry.register(new DelayListenerEndpoint("listener-1", ContainerFixture.TOPIC,
				ContainerFixture.settings().ttr(Duration.ofHours(1)).build(), (job, context) -> stopInHandler()));
		return registry;
	}

	@Test
	void handlersThatBothStopTheContainerDoNotWaitForEachOther() throws Exception {
		CountDownLatch both = new CountDownLatch(2);
		CountDownLatch stopped = new CountDownLatch(2);
		AtomicReference<DelayListenerContainer> container = new AtomicReference<>();
		container.set(this.fixture.create(this.fixture.store, ContainerFixture.settings(), (job, context) -> {
			both.countDown();
			both.await(10, TimeUnit.SECONDS);
			container.get().stop();
			stopped.countDown();
		}));
		this.fixture.submit("a");
		this.fixture.submit("b");
		container.get().start();
		assertThat(stopped.await(5, TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void stopWaitsForOtherHandlers() throws Exception {
		CountDownLatch other = new CountDownLatch(1);
		CountDownLatch finish = new CountDownLatch(1);
		AtomicReference<DelayListenerContainer> container = new AtomicReference<>();
		container.set(this.fixture.create(this.fixture.store, ContainerFixture.settings(), (job, context) -> {
			if (context.id().equals("other")) {
				other.countDown();
				finish.await(10, TimeUnit.SECONDS);
			}
			else {
				other.await(10, TimeUnit.SECONDS);
				container.get().stop();
				this.took.complete(Duration.ZERO);
			}
		}));
		this.fixture.submit("a");
		this.fixture.submit("other");
		container.get().start();
		assertThat(other.await(10, TimeUnit.SECONDS)).isTrue();
		await().during(Duration.ofMillis(200)).until(() -> !this.took.isDone());
		finish.countDown();
		this.took.get(10, TimeUnit.SECONDS);
		assertThat(this.fixture.template.find(ContainerFixture.TOPIC, "other")).isEmpty();
	}

}
