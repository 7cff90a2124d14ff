// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.micrometer.context.ContextExecutorService;
import io.micrometer.context.ContextSnapshotFactory;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import io.micrometer.observation.tck.TestObservationRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.event.LeaseLostEvent;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Thread-locals around handlers, with Micrometer's context propagation.
 */
@Timeout(30)
class ThreadContextTests {

	private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();

	private final ContainerFixture fixture = new ContainerFixture();

	@AfterEach
	void end() {
		this.fixture.close();
	}

	private String next() throws InterruptedException {
		return this.seen.poll(10, TimeUnit.SECONDS);
	}

	private void see(String value) {
		this.seen.add(String.valueOf(value));
	}

	@Test
	void observationOfADeliveryReachesTheThreadsOfAPropagatingExecutor() throws Exception {
		ObservationRegistry registry = TestObservationRegistry.create();
		ObservationThreadLocalAccessor.getInstance().setObservationRegistry(registry);
		this.fixture.watch((options) -> options.withObservations(registry, null));
		ExecutorService threads = propagating();
		try {
			this.fixture.start(ContainerFixture.settings(),
					(job, context) -> threads
						.submit(() -> see(registry.getCurrentObservation().getContextView().getName()))
						.get(10, TimeUnit.SECONDS));
			this.fixture.submit("a");
			assertThat(next()).isEqualTo("delay.process");
		}
		finally {
			threads.shutdownNow();
		}
	}

	@Test
	void handlerMayCancelItsOwnJobOnAThreadOfAPropagatingExecutor() throws Exception {
		this.fixture.publishTo((event) -> see(event.getClass().getSimpleName()));
		ExecutorService threads = propagating();
		try {
			// The thread must not inherit the scope of the handler
			threads.submit(() -> {
			}).get(10, TimeUnit.SECONDS);
			this.fixture.start(ContainerFixture.settings(), (job, context) -> {
				threads.submit(() -> this.fixture.template.cancel(ContainerFixture.TOPIC, context.id()))
					.get(10, TimeUnit.SECONDS);
				see("touched " + context.touch());
			});
			this.fixture.submit("a");
			assertThat(next()).isEqualTo("touched false");
		}
		finally {
			threads.shutdownNow();
		}
		this.fixture.close();
		assertThat(this.seen).doesNotContain(LeaseLostEvent.class.getSimpleName());
	}

	private static ExecutorService propagating() {
		return ContextExecutorService.wrap(Executors.newSingleThreadExecutor(),
				ContextSnapshotFactory.builder().build());
	}

}
