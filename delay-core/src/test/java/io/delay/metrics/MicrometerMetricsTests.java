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

package io.delay.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import io.micrometer.common.KeyValue;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.delay.converter.SimplePayloadConverter;
import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.observation.DefaultProcessObservationConvention;
import io.delay.observation.JobOutcome;
import io.delay.observation.ProcessObservationContext;
import io.delay.observation.SubmitObservationContext;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.ReservedJob;
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
		registry.observationConfig().observationHandler(new DelayMeterObservationHandler(this.meters));
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

	@Test
	void timersOfObservationsAreThoseThatMicrometerMakes() {
		SimpleMeterRegistry expected = new SimpleMeterRegistry();
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig()
			.observationHandler(new DelayMeterObservationHandler(this.meters))
			.observationHandler(new DefaultMeterObservationHandler(expected,
					DefaultMeterObservationHandler.IgnoredMeters.LONG_TASK_TIMER));
		for (int i = 0; i < 2; i++) {
			observe(registry, null);
			observe(registry, new IllegalStateException());
		}
		assertThat(timers(this.meters)).isEqualTo(timers(expected)).hasSize(2).containsValue(2L);
	}

	private static void observe(ObservationRegistry registry, IllegalStateException failure) {
		ReservedJob job = new ReservedJob(new Lease("orders", "a", "token"),
				new LeaseTerms(1, 5, Duration.ofMinutes(1), Instant.EPOCH), Instant.EPOCH, Instant.EPOCH,
				JobRecord.of(new byte[0]));
		ProcessObservationContext context = new ProcessObservationContext("closer", job);
		Observation observation = Observation.start(new DefaultProcessObservationConvention(), () -> context, registry);
		observation.lowCardinalityKeyValue("tenant", "t1");
		if (failure != null) {
			observation.error(failure);
		}
		context.outcome((failure != null) ? JobOutcome.RETRIED : JobOutcome.ACKED);
		observation.stop();
	}

	@Test
	void timerMeasuresFromStartToStop() {
		MockClock clock = new MockClock();
		SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
		DelayMeterObservationHandler handler = new DelayMeterObservationHandler(registry);
		SubmitObservationContext context = new SubmitObservationContext("orders", 1);
		context.setName("delay.submit");
		handler.onStart(context);
		clock.add(Duration.ofMillis(5));
		handler.onStop(context);
		assertThat(registry.get("delay.submit").timer().totalTime(TimeUnit.MILLISECONDS)).isEqualTo(5);
	}

	@Test
	void whatWasNotStartedIsNotMeasured() {
		// The handler before it has thrown
		new DelayMeterObservationHandler(this.meters).onStop(new SubmitObservationContext("orders", 1));
		assertThat(this.meters.getMeters()).isEmpty();
	}

	@Test
	void valuesThatEqualNoOthersDoNotFillTheMemory() {
		DelayMeterObservationHandler handler = new DelayMeterObservationHandler(this.meters);
		int submits = 2000;
		for (int i = 0; i < submits; i++) {
			SubmitObservationContext context = new SubmitObservationContext("orders", 1);
			context.setName("delay.submit");
			context.addLowCardinalityKeyValue(KeyValue.of("tenant", "t1", (value) -> true));
			handler.onStart(context);
			handler.onStop(context);
		}
		assertThat(this.meters.get("delay.submit").tag("tenant", "t1").timer().count()).isEqualTo(submits);
		assertThat(handler).extracting("timers", InstanceOfAssertFactories.MAP).hasSizeLessThan(submits);
	}

	private static Map<Meter.Id, Long> timers(SimpleMeterRegistry registry) {
		return registry.getMeters()
			.stream()
			.collect(Collectors.toMap(Meter::getId, (meter) -> ((Timer) meter).count()));
	}

}
