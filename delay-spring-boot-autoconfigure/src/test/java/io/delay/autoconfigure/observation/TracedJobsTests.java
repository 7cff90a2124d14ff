// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.observation;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationHandler.FirstMatchingCompositeObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingSenderTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.micrometer.tracing.propagation.Propagator;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.context.propagation.TextMapSetter;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.delay.converter.SimplePayloadConverter;
import io.delay.job.Job;
import io.delay.listener.BackoffPolicy;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.ListenerSettings;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.listener.container.DelayListenerContainerOptions;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayTemplate;
import io.delay.template.DelayTemplateOptions;
import io.delay.template.SubmitObservations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for traces that follow jobs, with OpenTelemetry. Every job is delivered twice.
 */
class TracedJobsTests {

	private final InMemorySpanExporter exporter = InMemorySpanExporter.create();

	private final ObservationRegistry registry = ObservationRegistry.create();

	private final MemoryJobStore store = new MemoryJobStore();

	private final DelayTemplate template = new DelayTemplate(this.store, this.store, new SimplePayloadConverter(),
			DelayTemplateOptions.defaults().withObservations(new SubmitObservations(this.registry, null, null)));

	private final List<String> traceIdsInHandler = new CopyOnWriteArrayList<>();

	private SdkTracerProvider provider;

	private Tracer tracer;

	private Propagator propagator;

	private DelayListenerContainer container;

	@AfterEach
	void close() {
		this.container.stop();
		this.provider.close();
	}

	@Test
	void oneTraceSpansSubmitDelayAndHandler() {
		trace(Sampler.alwaysOn());
		handleWith(new PropagatingReceiverTracingObservationHandler<>(this.tracer, this.propagator));
		submitAndHandleTwice();
		SpanData submit = submit();
		assertThat(processed()).hasSize(2).allSatisfy((span) -> {
			assertThat(span.getTraceId()).isEqualTo(submit.getTraceId());
			assertThat(span.getParentSpanId()).isEqualTo(submit.getSpanId());
		});
		assertThat(this.traceIdsInHandler).containsExactly(submit.getTraceId(), submit.getTraceId());
	}

	@Test
	void linkedDeliveriesHaveSeparateTraces() {
		trace(Sampler.alwaysOn());
		linked();
		submitAndHandleTwice();
		SpanData submit = submit();
		List<SpanData> processed = processed();
		assertThat(processed).hasSize(2).allSatisfy((span) -> {
			assertThat(span.getName()).isEqualTo("process orders");
			assertThat(span.getKind()).isEqualTo(SpanKind.CONSUMER);
			assertThat(span.getParentSpanContext().isValid()).isFalse();
			assertThat(span.getTraceId()).isNotEqualTo(submit.getTraceId());
			assertThat(span.getLinks()).extracting(LinkData::getSpanContext).singleElement().satisfies((linked) -> {
				assertThat(linked.getTraceId()).isEqualTo(submit.getTraceId());
				assertThat(linked.getSpanId()).isEqualTo(submit.getSpanId());
				assertThat(linked.isSampled()).isTrue();
			});
			assertThat(span.getAttributes().get(AttributeKey.stringKey("delay.job.id"))).isEqualTo("a");
		});
		assertThat(processed).extracting(SpanData::getTraceId)
			.doesNotHaveDuplicates()
			.containsExactlyElementsOf(this.traceIdsInHandler);
		assertThat(processed.get(0).getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
		assertThat(processed.get(1).getStatus().getStatusCode()).isNotEqualTo(StatusCode.ERROR);
		assertThat(this.exporter.getFinishedSpanItems()).hasSize(3);
	}

	@Test
	void linksAreReadFromOtherFormatsThanW3c() {
		trace(Sampler.alwaysOn(), new TextMapPropagator() {

			@Override
			public List<String> fields() {
				return List.of("my-trace");
			}

			@Override
			public <C> void inject(Context context, C carrier, TextMapSetter<C> setter) {
				SpanContext span = Span.fromContext(context).getSpanContext();
				setter.set(carrier, "my-trace", span.getTraceId() + span.getSpanId());
			}

			@Override
			public <C> Context extract(Context context, C carrier, TextMapGetter<C> getter) {
				String header = getter.get(carrier, "my-trace");
				return Span
					.wrap(SpanContext.createFromRemoteParent(header.substring(0, 32), header.substring(32),
							TraceFlags.getSampled(), TraceState.getDefault()))
					.storeInContext(context);
			}

		});
		linked();
		submitAndHandleTwice();
		SpanData submit = submit();
		assertThat(processed()).hasSize(2)
			.allSatisfy((span) -> assertThat(span.getLinks()).extracting((link) -> link.getSpanContext().getSpanId())
				.containsExactly(submit.getSpanId()));
		assertThat(this.exporter.getFinishedSpanItems()).hasSize(3);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "mine", "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
			"00-00000000000000000000000000000000-b7ad6b7169203331-01",
			"00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
			"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00" })
	void deliverySucceedsWithAnInvalidTraceHeader(String header) {
		trace(Sampler.alwaysOn());
		linked();
		new DelayTemplate(this.store, this.store, new SimplePayloadConverter())
			.submit(Job.to("orders").id("a").header("traceparent", header).build());
		awaitHandledTwice();
		assertThat(processed()).hasSize(2).allSatisfy((span) -> assertThat(span.getLinks()).isEmpty());
	}

	@Test
	void deliveryOfAnUntracedJobHasNoLink() {
		trace(Sampler.alwaysOn());
		linked();
		new DelayTemplate(this.store, this.store, new SimplePayloadConverter()).submit(job());
		awaitHandledTwice();
		assertThat(processed()).hasSize(2).allSatisfy((span) -> assertThat(span.getLinks()).isEmpty());
	}

	@Test
	void deliveryOfAJobWhoseSubmitWasNotSampledHasNoLink() {
		trace(Sampler.alwaysOff());
		linked();
		submitAndHandleTwice();
		assertThat(this.traceIdsInHandler).doesNotHaveDuplicates();
		assertThat(this.exporter.getFinishedSpanItems()).isEmpty();
	}

	private void linked() {
		handleWith(new FirstMatchingCompositeObservationHandler(
				new LinkedProcessTracingHandler(this.tracer, this.propagator),
				new PropagatingReceiverTracingObservationHandler<>(this.tracer, this.propagator)));
	}

	private void trace(Sampler sampler) {
		trace(sampler, W3CTraceContextPropagator.getInstance());
	}

	private void trace(Sampler sampler, TextMapPropagator format) {
		this.provider = SdkTracerProvider.builder()
			.setSampler(sampler)
			.addSpanProcessor(SimpleSpanProcessor.create(this.exporter))
			.build();
		io.opentelemetry.api.trace.Tracer otelTracer = this.provider.get("delay");
		this.tracer = new OtelTracer(otelTracer, new OtelCurrentTraceContext(), (event) -> {
		});
		this.propagator = new OtelPropagator(ContextPropagators.create(format), otelTracer);
	}

	private void handleWith(ObservationHandler<?> receiver) {
		this.registry.observationConfig()
			.observationHandler(new FirstMatchingCompositeObservationHandler(
					new PropagatingSenderTracingObservationHandler<>(this.tracer, this.propagator), receiver,
					new DefaultTracingObservationHandler(this.tracer)));
		this.container = new DelayListenerContainerFactory(this.store,
				DelayListenerContainerOptions.defaults().withObservations(this.registry, null))
			.create(new DelayListenerEndpoint("closer", "orders",
					ListenerSettings.builder().backoff(BackoffPolicy.fixed(Duration.ofMillis(1))).build(),
					(job, context) -> {
						this.traceIdsInHandler.add(this.tracer.currentSpan().context().traceId());
						if (context.attempt() == 1) {
							throw new IllegalStateException("no");
						}
					}));
		this.container.start();
	}

	private void submitAndHandleTwice() {
		this.template.submit(job());
		awaitHandledTwice();
	}

	private static Job job() {
		return Job.to("orders").id("a").delay(Duration.ofMillis(20)).build();
	}

	private void awaitHandledTwice() {
		await().until(() -> this.store.find("orders", "a").isEmpty());
	}

	private SpanData submit() {
		return this.exporter.getFinishedSpanItems()
			.stream()
			.filter((span) -> span.getKind() == SpanKind.PRODUCER)
			.findAny()
			.orElseThrow();
	}

	private List<SpanData> processed() {
		return this.exporter.getFinishedSpanItems()
			.stream()
			.filter((span) -> span.getKind() == SpanKind.CONSUMER)
			.toList();
	}

}
