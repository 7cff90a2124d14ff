// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.listener.container.DelayListenerContainer;
import io.delay.store.ConsumerRegistration;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the threads of a container do not take over from the thread that starts it.
 */
@Timeout(30)
class ThreadInheritanceTests {

	private static final ThreadLocal<@Nullable String> user = new InheritableThreadLocal<>();

	private final ContainerFixture fixture = new ContainerFixture();

	private final BlockingQueue<Inherited> seen = new LinkedBlockingQueue<>();

	private final @Nullable ClassLoader ofTheTests = Thread.currentThread().getContextClassLoader();

	/** Not that of the system, as in a fat jar. */
	private final ClassLoader ofTheApplication = new ClassLoader(getClass().getClassLoader()) {
	};

	@AfterEach
	void stop() {
		user.remove();
		Thread.currentThread().setContextClassLoader(this.ofTheTests);
		this.fixture.close();
	}

	private void note() {
		this.seen.add(new Inherited(Thread.currentThread().getName().replaceFirst("-?listener-1", ""), user.get(),
				Thread.currentThread().getContextClassLoader()));
	}

	@Test
	void threadsOfAContainerInheritNothingFromTheThreadThatStartsIt() throws Exception {
		Thread.currentThread().setContextClassLoader(this.ofTheApplication);
		DelayListenerContainer container = this.fixture.create(new ForwardingJobStore(this.fixture.store) {

			@Override
			public ReserveResult reserve(ReserveRequest request) {
				note();
				return super.reserve(request);
			}

			@Override
			public List<SettleResult> settle(List<Settlement> settlements) {
				note();
				return super.settle(settlements);
			}

			@Override
			public void announce(ConsumerRegistration consumer) {
				note();
				super.announce(consumer);
			}

		}, ContainerFixture.settings(), (job, context) -> note());
		user.set("alice");
		Thread.currentThread().setContextClassLoader(new ClassLoader() {
		});
		container.start();
		this.fixture.submit("a");
		for (String thread : List.of("delay-poller", "delay-1", "delay-settler", "delay-announcer")) {
			assertThat(next(thread)).isEqualTo(new Inherited(thread, null, this.ofTheApplication));
		}
	}

	private Inherited next(String thread) throws InterruptedException {
		List<Inherited> others = new ArrayList<>();
		Inherited next = this.seen.poll(10, TimeUnit.SECONDS);
		while (next != null && !next.thread().equals(thread)) {
			others.add(next);
			next = this.seen.poll(10, TimeUnit.SECONDS);
		}
		this.seen.addAll(others);
		assertThat(next).as(thread).isNotNull();
		return next;
	}

	@Test
	void workerThatReplacesABrokenOneInheritsNothing() throws Exception {
		OwnedThreadPool threads = new OwnedThreadPool("delay-listener-1-", 1);
		Thread.currentThread().setContextClassLoader(this.ofTheApplication);
		threads.execute(() -> {
			user.set("bob");
			Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());
			Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> {
			});
			throw new IllegalStateException("ends the thread");
		});
		threads.execute(this::note);
		assertThat(next("delay-2")).isEqualTo(new Inherited("delay-2", null, this.ofTheApplication));
		threads.shutdown();
	}

	private record Inherited(String thread, @Nullable String user, ClassLoader contextClassLoader) {
	}

}
