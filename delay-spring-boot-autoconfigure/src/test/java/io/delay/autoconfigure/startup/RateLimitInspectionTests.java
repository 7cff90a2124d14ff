// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.startup;

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

/**
 * A rate limit that is slow for the number of partitions causes a warning.
 */
class RateLimitInspectionTests {

	private final DelayListenerRegistry registry = new DelayListenerRegistry(
			new DelayListenerContainerFactory(new MemoryJobStore()));

	private void register(String id, ListenerSettings settings) {
		this.registry.register(new DelayListenerEndpoint(id, "orders", settings, (job, context) -> {
		}));
	}

	private static ListenerSettings limited(String rateLimit) {
		return ListenerSettings.builder().rateLimit(RateLimit.of(rateLimit)).build();
	}

	private List<StartupFinding> findings(int partitions) {
		return new RateLimitInspection(List.of(this.registry), (topic) -> partitions).findings();
	}

	@Test
	void aSlowRateLimitOnSeveralPartitionsIsToldWithWhatToDo() {
		register("listener", limited("10/m"));
		assertThat(findings(16)).containsExactly(new StartupFinding(
				"Rate limit 10/m of topic 'orders' permits less than one job per second in each of its 16 partitions."
						+ " Each partition can save one permit, so up to 16 jobs can be delivered at once after a pause."
						+ " Use one partition for this topic: delay.topics.\"[orders]\".partitions=1",
				false));
	}

	@ParameterizedTest
	@CsvSource({ "15/s, 16, 1", "16/s, 16, 0", "3/s, 3, 0", "1/s, 2, 1", "1/h, 1, 0", "60/m, 1, 0" })
	void theLimitIsOneJobPerSecondAndPartition(String rateLimit, int partitions, int findings) {
		register("listener", limited(rateLimit));
		assertThat(findings(partitions)).hasSize(findings);
	}

	@Test
	void listenersWithoutARateLimitAreNotTold() {
		register("listener", ListenerSettings.none());
		assertThat(findings(16)).isEmpty();
	}

}
