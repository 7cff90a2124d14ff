// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.container;

import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.listener.ContainerFixture;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.JobHandler;
import io.delay.listener.poll.IsolationPermit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Handlers that stop their container before its start has returned.
 */
@Timeout(60)
class StopDuringStartTests {

	private final ContainerFixture fixture = new ContainerFixture();

	private final AtomicReference<DelayListenerContainer> container = new AtomicReference<>();

	private final Set<Thread> handlers = ConcurrentHashMap.newKeySet();

	private final CountDownLatch stopped = new CountDownLatch(2);

	/** How often a handler has asked whether it belongs to the session. */
	private final AtomicInteger asked = new AtomicInteger();

	@AfterEach
	void stop() {
		this.container.get().stop();
		this.fixture.close();
	}

	@Test
	void handlersDoNotWaitForEachOther() throws InterruptedException {
		this.container.set(container((job, context) -> {
			this.handlers.add(Thread.currentThread());
			this.container.get().stop();
			this.stopped.countDown();
		}));
		this.fixture.submit("a");
		this.fixture.submit("b");
		this.container.get().start();
		assertThat(this.stopped.await(5, TimeUnit.SECONDS)).isTrue();
		assertThat(this.container.get().isRunning()).isFalse();
	}

	private DelayListenerContainer container(JobHandler handler) {
		DelayListenerContainerOptions options = DelayListenerContainerOptions.defaults().withHost("host-1");
		DelayListenerEndpoint endpoint = new DelayListenerEndpoint("listener-1", ContainerFixture.TOPIC,
				ContainerFixture.settings().build(), handler);
		ConsumerAnnouncer announcer = new ConsumerAnnouncer();
		return new DelayListenerContainer(endpoint, options.settingsOf(endpoint), this.fixture.store, options,
				(components) -> slowToStart(new ContainerSession(components, announcer)), new IsolationPermit(), null);
	}

	// A session whose start returns once two handlers are stopping the container.
	private ListenerSession slowToStart(ListenerSession session) {
		return (ListenerSession) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { ListenerSession.class }, (proxy, method, arguments) -> {
					if (method.getName().equals("isCalledByHandler")) {
						this.asked.incrementAndGet();
					}
					Object result = method.invoke(session, arguments);
					if (method.getName().equals("start")) {
						await().until(() -> this.handlers.size() == 2 && (this.asked.get() == 2 || areWaiting()));
					}
					return result;
				});
	}

	private boolean areWaiting() {
		return this.handlers.stream().allMatch((handler) -> handler.getState() == Thread.State.WAITING);
	}

}
