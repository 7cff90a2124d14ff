/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
