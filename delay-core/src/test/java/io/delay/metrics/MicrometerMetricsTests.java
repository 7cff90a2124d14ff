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
import org.junit.jupiter.api.Test;

import io.delay.converter.SimplePayloadConverter;
import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.job.SubmitStatus;
import io.delay.listener.BackoffPolicy;
import io.delay.listener.DelayListenerContainer;
import io.delay.listener.DelayListenerContainerFactory;
import io.delay.listener.DelayListenerContainerOptions;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.ListenerRecorder;
import io.delay.listener.ListenerSettings;
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
import static org.awaitility.Awaitility.await;

/**
 * Tests for the meters of templates and containers.
 */
class MicrometerMetricsTests {

	private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	private final MemoryJobStore store = new MemoryJobStore();

	private final DelayTemplate template = new DelayTemplate(this.store, this.store, new SimplePayloadConverter(),
			DelayTemplateOptions.defaults()
				.withObservations(new SubmitObservations(ObservationRegistry.NOOP, null,
						new MicrometerSubmitMetrics(this.meters))));

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
	void countersOfManyTopicsAreCountedAndNotAllKept() {
		MicrometerSubmitMetrics metrics = new MicrometerSubmitMetrics(this.meters);
		int topics = 2000;
		for (int i = 0; i < 2 * topics; i++) {
			metrics.submitted("topic-" + i % topics, SubmitStatus.CREATED);
		}
		assertThat(metrics).extracting("counters", InstanceOfAssertFactories.MAP).hasSize(1000);
		assertThat(this.meters.find("delay.jobs.submitted").tag("outcome", "created").counters()).hasSize(topics)
			.allSatisfy((counter) -> assertThat(counter.count()).isEqualTo(2));
	}

	private double submitted(String outcome) {
		return this.meters.get("delay.jobs.submitted").tags("topic", "orders", "outcome", outcome).counter().count();
	}

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
					Map.entry("cancelled none", 0.0), Map.entry("replaced none", 0.0)));
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
				DelayListenerContainerOptions.builder().metrics(new MicrometerListenerMetrics(this.meters)).build())
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
	void recorderTellsWhatWasHandedBack() {
		ListenerRecorder recorder = new MicrometerListenerMetrics(this.meters).recorder("orders", "closer");
		recorder.settled(JobOutcome.HANDED_BACK, "none");
		assertThat(settled()).containsEntry("handed_back none", 1.0);
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
