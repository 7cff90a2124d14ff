// SPDX-License-Identifier: Apache-2.0

package io.delay.metrics;

import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.delay.converter.SimplePayloadConverter;
import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayTemplate;
import io.delay.template.DelayTemplateOptions;
import io.delay.template.SubmitObservations;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the meters of templates and observations.
 */
@Tag("versions")
class MicrometerMetricsTests {

	private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	private final MemoryJobStore store = new MemoryJobStore();

	private final DelayTemplate template = new DelayTemplate(this.store, this.store, new SimplePayloadConverter(),
			DelayTemplateOptions.defaults()
				.withObservations(
						new SubmitObservations(ObservationRegistry.NOOP, null, new MicrometerJobMetrics(this.meters))));

	@Test
	void submitsAreCountedByOutcome() {
		this.template.submit(Job.to("orders").id("a").build());
		this.template.submit(Job.to("orders").id("a").build());
		this.template.submit(Job.to("orders").id("a").build());
		this.template.submit(Job.to("orders").id("a").onConflict(ConflictPolicy.REPLACE).build());
		assertThat(submitted("created")).isEqualTo(1);
		assertThat(submitted("kept")).isEqualTo(2);
		assertThat(submitted("replaced")).isEqualTo(1);
	}

	@Test
	void topicsBeyondTheLimitShareTheirCountersAndTimers() {
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig()
			.observationHandler(new DefaultMeterObservationHandler(this.meters,
					DefaultMeterObservationHandler.IgnoredMeters.LONG_TASK_TIMER));
		DelayTemplate observed = new DelayTemplate(this.store, this.store, new SimplePayloadConverter(),
				DelayTemplateOptions.defaults()
					.withObservations(new SubmitObservations(registry, null, new MicrometerJobMetrics(this.meters))));
		int topics = 20_001;
		for (int i = 0; i < topics; i++) {
			observed.submit(Job.to("topic-" + i).id("a").build());
		}
		observed.submit(Job.to("topic-0").id("b").build());
		assertThat(this.meters.getMeters()).hasSize(3 * 1001 + 1001);
		assertThat(created("topic-0")).isEqualTo(2);
		assertThat(created("other")).isEqualTo(topics - 1000);
		assertThat(this.meters.get("delay.submit").tag("topic", "other").timer().count()).isEqualTo(topics - 1000);
	}

	private double created(String topic) {
		return this.meters.get("delay.jobs.submitted").tags("topic", topic, "outcome", "created").counter().count();
	}

	private double submitted(String outcome) {
		return this.meters.get("delay.jobs.submitted").tags("topic", "orders", "outcome", outcome).counter().count();
	}

}
