// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.startup;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.ListenerSettings;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.store.memory.MemoryJobStore;

import static org.assertj.core.api.Assertions.assertThat;

class ShortTtrInspectionTests {

	private final DelayListenerRegistry registry = new DelayListenerRegistry(
			new DelayListenerContainerFactory(new MemoryJobStore()));

	private void register(String topic, ListenerSettings settings) {
		this.registry.register(new DelayListenerEndpoint("listener-" + topic, topic, settings, (job, context) -> {
		}));
	}

	private static ListenerSettings settings(Duration ttr) {
		return ListenerSettings.builder().ttr(ttr).build();
	}

	@Test
	void ttrOfLessThanASecondIsReported() {
		register("orders", settings(Duration.ofMillis(30)));
		register("second", settings(Duration.ofSeconds(1)));
		register("default", ListenerSettings.none());
		assertThat(new ShortTtrInspection(List.of(this.registry)).findings()).containsExactly(new StartupFinding(
				"TTR 30 ms of listener 'listener-orders' for topic 'orders' is less than a second, so a job may be"
						+ " delivered again while it is handled. A property without a unit is in milliseconds. Add"
						+ " one: delay.topics.\"[orders]\".ttr=30s",
				false));
	}

}
