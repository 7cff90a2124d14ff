// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.observation;

import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.MeterObservationHandler;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

import io.delay.autoconfigure.DelayContexts;
import io.delay.autoconfigure.StartupFailure;
import io.delay.job.Job;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.metrics.MicrometerJobMetrics;
import io.delay.observation.DefaultProcessObservationConvention;
import io.delay.observation.DefaultSubmitObservationConvention;
import io.delay.observation.JobMetrics;
import io.delay.observation.ProcessObservationConvention;
import io.delay.observation.SubmitObservationConvention;
import io.delay.store.admin.ActiveConsumer;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.atLeastOnce;
import static org.mockito.Mockito.mock;

/**
 * Jobs are observed, measured and traced by whatever the application has for that, and
 * nothing is missed if it has nothing.
 */
@Tag("thorough")
@Tag("versions")
class ObservabilityTests {

	@Test
	void metersAndLinkedSpansAreRecordedByDefault() {
		WatchedApplications.traced()
			.withPropertyValues("spring.application.name=shop", "delay.metrics.interval=1s",
					"spring.main.lazy-initialization=true")
			.run((context) -> {
				handle(context);
				MeterRegistry meters = context.getBean(MeterRegistry.class);
				assertThat(meters.get("delay.submit").tags("topic", "orders", "outcome", "success").timer().count())
					.isOne();
				assertThat(meters.get("delay.process")
					.tags("topic", "orders", "listener", "closer", "outcome", "retried", "exception",
							"IllegalStateException", "error", "IllegalStateException")
					.timer()
					.count()).isOne();
				assertThat(meters.get("delay.lateness").timer().count()).isEqualTo(2);
				assertThat(meters.get("delay.jobs.submitted").tag("outcome", "created").counter().count()).isOne();
				await().untilAsserted(() -> {
					assertThat(meters.get("delay.jobs.settled").tag("outcome", "acked").counter().count()).isOne();
					assertThat(meters.get("delay.store.up").gauge().value()).isOne();
					assertThat(meters.get("delay.container.running").gauge().value()).isOne();
					assertThat(meters.get("delay.topic.jobs").tag("topic", "orders").gauges()).hasSize(4);
				});
				SpanData submit = span(context, SpanKind.PRODUCER).get(0);
				assertThat(submit.getAttributes().asMap()).containsEntry(AttributeKey.stringKey("topic"), "orders");
				assertThat(span(context, SpanKind.CONSUMER)).hasSize(2).allSatisfy((span) -> {
					assertThat(span.getTraceId()).isNotEqualTo(submit.getTraceId());
					assertThat(span.getLinks()).extracting(LinkData::getSpanContext)
						.singleElement()
						.satisfies((link) -> assertThat(link.getSpanId()).isEqualTo(submit.getSpanId()));
				})
					.extracting(SpanData::getTraceId)
					.containsExactlyElementsOf(context.getBean(WatchedApplications.Closer.class).traceIds);
				await().untilAsserted(() -> assertThat(context.getBean(JobStoreInspector.class).consumers("orders"))
					.extracting(ActiveConsumer::consumer)
					.singleElement()
					.satisfies((consumer) -> assertThat(consumer.origin().application()).isEqualTo("shop")));
			});
	}

	// Otherwise a registry could not record exemplars.
	@Test
	void timersAreRecordedInTheSpanOfTheirObservation() {
		SpanRecordingMeterRegistry meters = new SpanRecordingMeterRegistry();
		WatchedApplications.traced().withBean(SpanRecordingMeterRegistry.class, () -> meters).run((context) -> {
			handle(context);
			assertThat(meters.span("delay.submit")).isEqualTo(span(context, SpanKind.PRODUCER).get(0).getSpanId());
			await().untilAsserted(() -> assertThat(span(context, SpanKind.CONSUMER)).extracting(SpanData::getSpanId)
				.hasSize(2)
				.contains(meters.span("delay.process")));
		});
	}

	@Test
	void childrenBelongToTheTraceOfTheSubmit() {
		WatchedApplications.traced().withPropertyValues("delay.tracing.relation=child").run((context) -> {
			assertThat(context).doesNotHaveBean(LinkedProcessTracingHandler.class);
			handle(context);
			SpanData submit = span(context, SpanKind.PRODUCER).get(0);
			assertThat(span(context, SpanKind.CONSUMER)).hasSize(2).allSatisfy((span) -> {
				assertThat(span.getTraceId()).isEqualTo(submit.getTraceId());
				assertThat(span.getParentSpanId()).isEqualTo(submit.getSpanId());
			});
		});
	}

	@Test
	void observationsCanBeSwitchedOff() {
		WatchedApplications.traced().withPropertyValues("delay.observation.enabled=false").run((context) -> {
			handle(context);
			assertThat(context.getBean(MeterRegistry.class).find("delay.submit").timer()).isNull();
			assertThat(context.getBean(MeterRegistry.class).get("delay.lateness").timer().count()).isEqualTo(2);
			assertThat(context.getBean(InMemorySpanExporter.class).getFinishedSpanItems()).isEmpty();
		});
	}

	@Test
	void metricsCanBeSwitchedOff() {
		WatchedApplications.measured().withPropertyValues("delay.metrics.enabled=false").run((context) -> {
			handle(context);
			assertThat(context).doesNotHaveBean(GaugeRefresh.class).doesNotHaveBean(JobMetrics.class);
			assertThat(context.getBean(MeterRegistry.class).find("delay.lateness").timer()).isNull();
			assertThat(context.getBean(MeterRegistry.class).get("delay.submit").timer().count()).isOne();
		});
	}

	@Test
	void nothingIsObservedIfDelayIsDisabled() {
		WatchedApplications.traced()
			.withPropertyValues("delay.enabled=false")
			.withBean(MemoryJobStore.class)
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(GaugeRefresh.class)
				.doesNotHaveBean(LinkedProcessTracingHandler.class));
	}

	@Test
	void jobsAreHandledWithoutARegistry() {
		DelayContexts.inMemory().withBean(WatchedApplications.Closer.class).run(ObservabilityTests::handle);
		WatchedApplications.observed().run((context) -> {
			handle(context);
			assertThat(context).hasSingleBean(ObservationRegistry.class)
				.doesNotHaveBean(GaugeRefresh.class)
				.doesNotHaveBean(LinkedProcessTracingHandler.class);
		});
		WatchedApplications.measured()
			.run((context) -> assertThat(context).hasSingleBean(MicrometerJobMetrics.class)
				.doesNotHaveBean(LinkedProcessTracingHandler.class));
	}

	@Test
	void jobsAreHandledWithoutTheLibraries() {
		WatchedApplications.observed()
			.withClassLoader(new FilteredClassLoader("io.micrometer.core", "io.micrometer.tracing"))
			.run((context) -> {
				handle(context);
				assertThat(context).doesNotHaveBean(GaugeRefresh.class)
					.doesNotHaveBean(LinkedProcessTracingHandler.class);
			});
		WatchedApplications.measured()
			.withClassLoader(new FilteredClassLoader(Tracer.class))
			.run((context) -> assertThat(context).hasSingleBean(GaugeRefresh.class)
				.doesNotHaveBean(LinkedProcessTracingHandler.class));
	}

	@Test
	void beansOfTheApplicationAreUsed() {
		JobMetrics metrics = mock(JobMetrics.class);
		WatchedApplications.measured()
			.withBean(JobMetrics.class, () -> metrics)
			.withBean(SubmitObservationConvention.class, () -> new DefaultSubmitObservationConvention() {

				@Override
				public String getName() {
					return "my.submit";
				}

			})
			.withBean(ProcessObservationConvention.class, () -> new DefaultProcessObservationConvention() {

				@Override
				public String getName() {
					return "my.process";
				}

			})
			.run((context) -> {
				handle(context);
				then(metrics).should().submitted(any(), any());
				then(metrics).should(atLeastOnce()).started(any(), any(), any());
				MeterRegistry meters = context.getBean(MeterRegistry.class);
				assertThat(meters.get("my.submit").timer().count()).isOne();
				assertThat(meters.get("my.process").timers()).hasSize(2);
				assertThat(meters.find("delay.lateness").timer()).isNull();
			});
	}

	@Test
	void submitsAndDeliveriesHaveNoTimersInProgress() {
		WatchedApplications.measured().run((context) -> {
			handle(context);
			MeterRegistry meters = context.getBean(MeterRegistry.class);
			assertThat(meters.get("delay.submit").timer().count()).isOne();
			assertThat(meters.find("delay.submit.active").meters()).isEmpty();
			assertThat(meters.find("delay.process.active").meters()).isEmpty();
			Observation.createNotStarted("other", context.getBean(ObservationRegistry.class)).start();
			assertThat(meters.get("other.active").longTaskTimer().activeTasks()).isOne();
		});
	}

	@Test
	void meterObservationHandlerOfTheApplicationTakesPrecedence() {
		WatchedApplications.measured().withUserConfiguration(OwnHandler.class).run((context) -> {
			handle(context);
			then(context.getBean("ownHandler", MeterObservationHandler.class)).should(atLeastOnce()).onStop(any());
			assertThat(context.getBean(MeterRegistry.class).find("delay.submit").timer()).isNull();
		});
	}

	@Test
	void severalConventionsFailTheStartWithARemedy() {
		WatchedApplications.observed()
			.withBean("one", SubmitObservationConvention.class, DefaultSubmitObservationConvention::new)
			.withBean("two", SubmitObservationConvention.class, DefaultSubmitObservationConvention::new)
			.run((context) -> assertThat(StartupFailure.analyze(context).getDescription())
				.contains("several SubmitObservationConvention beans"));
	}

	@Test
	void gaugesOfAParentContextRemainWhenAChildContextCloses() {
		WatchedApplications.measured().run((parent) -> {
			MeterRegistry meters = parent.getBean(MeterRegistry.class);
			await().until(() -> meters.find("delay.topic.paused").gauge() != null);
			DelayContexts.inMemory()
				.withConfiguration(AutoConfigurations.of(DelayMetricsAutoConfiguration.class))
				.withParent(parent)
				.run((child) -> assertThat(child).hasNotFailed());
			assertThat(meters.find("delay.topic.paused").gauge()).isNotNull();
			assertThat(meters.find("delay.store.up").gauge()).isNotNull();
		});
	}

	@Test
	void wrongSettingsFailTheStart() {
		for (String setting : List.of("delay.metrics.interval=30", "delay.metrics.max-topics=0",
				"delay.metrics.enabled=perhaps", "delay.tracing.relation=cousin")) {
			WatchedApplications.traced()
				.withPropertyValues(setting)
				.run((context) -> assertThat(context).as(setting).hasFailed());
		}
	}

	// Submits a job and waits until its second attempt was acknowledged.
	private static void handle(ApplicationContext context) {
		assertThat(context.getBean(DelayListenerRegistry.class).topics()).containsExactly("orders");
		context.getBean(DelayTemplate.class).submit(Job.to("orders").id("a").payload("order").build());
		await().until(() -> context.getBean(DelayTemplate.class).find("orders", "a").isEmpty());
	}

	private static List<SpanData> span(ApplicationContext context, SpanKind kind) {
		return context.getBean(InMemorySpanExporter.class)
			.getFinishedSpanItems()
			.stream()
			.filter((span) -> span.getKind() == kind)
			.toList();
	}

	@Configuration(proxyBeanMethods = false)
	static class OwnHandler {

		@Bean
		@Order(0)
		MeterObservationHandler<?> ownHandler() {
			MeterObservationHandler<?> handler = mock(MeterObservationHandler.class);
			given(handler.supportsContext(any())).willReturn(true);
			return handler;
		}

	}

}
