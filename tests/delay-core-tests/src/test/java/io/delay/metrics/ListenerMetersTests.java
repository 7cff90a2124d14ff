// SPDX-License-Identifier: Apache-2.0

package io.delay.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import io.delay.converter.SimplePayloadConverter;
import io.delay.job.Job;
import io.delay.listener.BackoffPolicy;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.ListenerSettings;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.listener.container.DelayListenerContainerOptions;
import io.delay.observation.JobOutcome;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the meters of containers.
 */
class ListenerMetersTests {

	private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	private final MemoryJobStore store = new MemoryJobStore();

	private final DelayTemplate template = new DelayTemplate(this.store, this.store, new SimplePayloadConverter());

	@Test
	void deliveriesAreCountedByOutcomeAndTheirLatenessIsMeasured() {
		for (String id : new String[] { "ack", "release", "bury", "retry", "lost" }) {
			this.template.submit(Job.to("orders").id(id).dueTime(Instant.EPOCH).build());
		}
		this.template.submit(Job.to("orders").id("last").maxAttempts(1).build());
		DelayListenerContainer container = container();
		container.start();
		try {
			await().untilAsserted(() -> assertThat(settled()).containsOnly(Map.entry("acked none", 1.0),
					Map.entry("released none", 1.0), Map.entry("buried none", 1.0),
					Map.entry("retried IllegalStateException", 1.0), Map.entry("failed IllegalArgumentException", 1.0),
					Map.entry("lease_lost none", 1.0), Map.entry("handed_back none", 0.0),
					Map.entry("resubmitted none", 0.0), Map.entry("failure_handled none", 0.0),
					Map.entry("expired none", 0.0), Map.entry("cancelled none", 0.0), Map.entry("replaced none", 0.0)));
		}
		finally {
			container.stop();
		}
		Timer lateness = this.meters.get("delay.lateness").tags("topic", "orders", "listener", "closer").timer();
		assertThat(lateness.count()).isEqualTo(6);
		assertThat(lateness.max(TimeUnit.SECONDS)).isLessThan(10);
		assertThat(lateness.takeSnapshot().histogramCounts()).hasSize(10);
	}

	private DelayListenerContainer container() {
		return new DelayListenerContainerFactory(this.store,
				DelayListenerContainerOptions.defaults().withMetrics(new MicrometerJobMetrics(this.meters)))
			.create(new DelayListenerEndpoint("closer", "orders",
					ListenerSettings.builder().backoff(BackoffPolicy.fixed(Duration.ofHours(1))).build(),
					(job, context) -> {
						switch (context.id()) {
							case "release" -> context.release(Duration.ofHours(1));
							case "bury" -> context.bury("not wanted");
							case "retry" -> throw new IllegalStateException("no");
							case "last" -> throw new IllegalArgumentException("no");
							case "lost" -> this.store.cancel("orders", "lost");
							default -> {
							}
						}
					}));
	}

	private Map<String, Double> settled() {
		return this.meters.find("delay.jobs.settled")
			.tags("topic", "orders", "listener", "closer")
			.counters()
			.stream()
			.collect(Collectors.toMap(
					(counter) -> counter.getId().getTag("outcome") + " " + counter.getId().getTag("exception"),
					(counter) -> counter.count()));
	}

	@Test
	void jobsThatAreHandedBackAreCounted() {
		new MicrometerJobMetrics(this.meters).settled("orders", "closer", JobOutcome.HANDED_BACK, "none");
		assertThat(settled()).containsEntry("handed_back none", 1.0);
	}

}
