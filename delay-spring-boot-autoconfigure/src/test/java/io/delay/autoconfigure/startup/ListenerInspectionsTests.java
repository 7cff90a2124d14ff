// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.startup;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.delay.job.RateLimit;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.ListenerSettings;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.store.memory.MemoryJobStore;

import static org.assertj.core.api.Assertions.assertThat;

class ListenerInspectionsTests {

	private final DelayListenerRegistry registry = new DelayListenerRegistry(
			new DelayListenerContainerFactory(new MemoryJobStore()));

	private void register(String topic, ListenerSettings settings) {
		this.registry.register(new DelayListenerEndpoint("listener-" + topic, topic, settings, (job, context) -> {
		}));
	}

	private static ListenerSettings limited(String rateLimit) {
		return ListenerSettings.builder().rateLimit(RateLimit.of(rateLimit)).build();
	}

	private List<StartupFinding> findings(int partitions) {
		return ListenerInspections.rateLimits(List.of(this.registry), (topic) -> partitions).findings();
	}

	@Test
	void slowRateLimitOnSeveralPartitionsIsReportedWithARemedy() {
		register("orders", limited("10/m"));
		assertThat(findings(16)).containsExactly(new StartupFinding(
				"Rate limit 10/m of topic 'orders' permits less than one job per second in each of its 16 partitions."
						+ " Each partition can save one permit, so up to 16 jobs can be delivered at once after a pause."
						+ " Use one partition for this topic: delay.topics.\"[orders]\".partitions=1",
				false));
	}

	@ParameterizedTest
	@CsvSource({ "15/s, 16, 1", "16/s, 16, 0", "3/s, 3, 0", "1/s, 2, 1", "1/h, 1, 0", "60/m, 1, 0" })
	void limitIsOneJobPerSecondAndPartition(String rateLimit, int partitions, int findings) {
		register("orders", limited(rateLimit));
		assertThat(findings(partitions)).hasSize(findings);
	}

	@Test
	void listenersWithoutARateLimitAreNotReported() {
		register("orders", ListenerSettings.none());
		assertThat(findings(16)).isEmpty();
	}

	@Test
	void ttrOfLessThanASecondIsReported() {
		register("orders", ListenerSettings.builder().ttr(Duration.ofMillis(30)).build());
		register("second", ListenerSettings.builder().ttr(Duration.ofSeconds(1)).build());
		register("default", ListenerSettings.none());
		assertThat(ListenerInspections.shortTtrs(List.of(this.registry)).findings()).containsExactly(new StartupFinding(
				"TTR 30 ms of listener 'listener-orders' for topic 'orders' is less than a second, so a job may be"
						+ " delivered again while it is handled. A property without a unit is in milliseconds. Add"
						+ " one: delay.topics.\"[orders]\".ttr=30s",
				false));
	}

}
