// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.beanstalkd;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.benchmarks.kit.StoreAddress;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link BeanstalkdSystem}, with a beanstalkd of the path.
 */
@Timeout(30)
class BeanstalkdSystemTests {

	@Test
	void jobsOfSeveralThreadsAreHandledOnce() throws InterruptedException {
		Queue<String> handled = new ConcurrentLinkedQueue<>();
		CountDownLatch latch = new CountDownLatch(4);
		try (BeanstalkdProcess server = BeanstalkdProcess.start();
				BeanstalkdSystem system = new BeanstalkdSystem(
						new StoreAddress(BeanstalkdProcess.HOST, server.port(), null), 2)) {
			system.start(2, (payload) -> {
				handled.add(payload);
				latch.countDown();
			});
			Thread thread = new Thread(() -> system.submit("a", Duration.ZERO));
			thread.start();
			system.submit("b", Duration.ofMillis(1));
			system.submitAll(List.of("c", "d"), Duration.ZERO);
			assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
			assertThat(system.storeCpuSeconds()).isGreaterThanOrEqualTo(0);
			assertThat(system.description()).startsWith("beanstalkd 1.");
		}
		assertThat(handled).containsExactlyInAnyOrder("a", "b", "c", "d");
	}

}
