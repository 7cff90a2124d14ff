// SPDX-License-Identifier: Apache-2.0

package io.delay.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import org.junit.jupiter.api.Test;

import io.delay.converter.SimplePayloadConverter;
import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.job.JobExistsException;
import io.delay.job.SubmitResult;
import io.delay.job.SubmitStatus;
import io.delay.observation.DefaultSubmitObservationConvention;
import io.delay.observation.JobMetrics;
import io.delay.observation.SubmitObservationContext;
import io.delay.observation.SubmitObservationConvention;
import io.delay.store.JobStore;
import io.delay.store.NewJob;
import io.delay.store.SubmitOutcomeUnknownException;
import io.delay.store.memory.MemoryJobStore;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.mock;

/**
 * Tests for the observation of submits.
 */
class SubmitObservationTests {

	private final MemoryJobStore store = new MemoryJobStore();

	private final TestObservationRegistry registry = TestObservationRegistry.create();

	@Test
	void submitOfOneJobIsNamedByTopicAndId() {
		SubmitResult result = template(null, null).submit(Job.to("orders").build());
		TestObservationRegistryAssert.assertThat(this.registry)
			.doesNotHaveAnyRemainingCurrentObservation()
			.hasSingleObservationThat()
			.hasBeenStarted()
			.hasBeenStopped()
			.hasNameEqualTo("delay.submit")
			.hasContextualNameEqualTo("submit orders")
			.hasLowCardinalityKeyValue("topic", "orders")
			.hasLowCardinalityKeyValue("outcome", "success")
			.hasLowCardinalityKeyValue("exception", "none")
			.hasHighCardinalityKeyValue("delay.jobs", "1")
			.hasHighCardinalityKeyValue("delay.job.id", result.id());
	}

	@Test
	void submitOfManyJobsIsOneObservation() {
		template(null, null).submitAll(List.of(Job.to("orders").build(), Job.to("bills").build()));
		TestObservationRegistryAssert.assertThat(this.registry)
			.hasSingleObservationThat()
			.hasLowCardinalityKeyValue("topic", "several")
			.hasHighCardinalityKeyValue("delay.jobs", "2")
			.doesNotHaveHighCardinalityKeyValueWithKey("delay.job.id");
	}

	@Test
	void submitThatThrowsIsAnError() {
		Job job = Job.to("orders").id("a").onConflict(ConflictPolicy.REJECT).build();
		new DelayTemplate(this.store, this.store, new SimplePayloadConverter()).submit(job);
		assertThatExceptionOfType(JobExistsException.class).isThrownBy(() -> template(null, null).submit(job));
		TestObservationRegistryAssert.assertThat(this.registry)
			.hasSingleObservationThat()
			.hasBeenStopped()
			.hasError()
			.hasLowCardinalityKeyValue("outcome", "error")
			.hasLowCardinalityKeyValue("exception", "JobExistsException")
			.hasHighCardinalityKeyValue("delay.job.id", "a");
	}

	@Test
	void outcomeOfASubmitWithoutAReplyIsUnknown() {
		JobStore silent = new ForwardingJobStore(this.store) {

			@Override
			public List<SubmitResult> submit(List<NewJob> jobs) {
				throw new SubmitOutcomeUnknownException(List.of("orders"), List.of("a"), null);
			}

		};
		DelayTemplate template = new DelayTemplate(silent, this.store, new SimplePayloadConverter(),
				DelayTemplateOptions.defaults().withObservations(new SubmitObservations(this.registry, null, null)));
		assertThatExceptionOfType(SubmitOutcomeUnknownException.class)
			.isThrownBy(() -> template.submit(Job.to("orders").id("a").build()));
		TestObservationRegistryAssert.assertThat(this.registry)
			.hasSingleObservationThat()
			.hasLowCardinalityKeyValue("outcome", "unknown")
			.hasLowCardinalityKeyValue("exception", "SubmitOutcomeUnknownException");
	}

	@Test
	void conventionOfTheApplicationNamesSubmits() {
		template(new DefaultSubmitObservationConvention() {

			@Override
			public String getName() {
				return "order.submit";
			}

		}, null).submit(Job.to("orders").build());
		TestObservationRegistryAssert.assertThat(this.registry)
			.hasSingleObservationThat()
			.hasNameEqualTo("order.submit");
	}

	@Test
	void conventionThatThrowsFailsNoSubmit() {
		SubmitObservationConvention broken = new SubmitObservationConvention() {

			@Override
			public KeyValues getHighCardinalityKeyValues(SubmitObservationContext context) {
				throw new IllegalStateException("no names");
			}

		};
		template(broken, null).submit(Job.to("orders").id("a").build());
		assertThat(this.store.find("orders", "a")).isPresent();
		TestObservationRegistryAssert.assertThat(this.registry).doesNotHaveAnyRemainingCurrentObservation();
	}

	@Test
	void headersOfATracerAreAddedToEachJob() {
		injecting(Map.of("traceparent", "00-1-2-01", "tracestate", "x=1"));
		template(null, null).submitAll(List.of(Job.to("orders").id("a").build(),
				Job.to("orders").id("b").header("traceparent", "mine").header("tenant", "t1").build()));
		assertThat(headersOf("a")).isEqualTo(Map.of("traceparent", "00-1-2-01", "tracestate", "x=1"));
		assertThat(headersOf("b")).isEqualTo(Map.of("traceparent", "mine", "tracestate", "x=1", "tenant", "t1"));
	}

	@Test
	void headersOfATracerThatExceedTheLimitAreOmitted() {
		injecting(Map.of("traceparent", "00-1-2-01"));
		String large = "x".repeat(8192 - "large".length());
		template(null, null).submit(Job.to("orders").id("a").header("large", large).build());
		assertThat(headersOf("a")).containsOnlyKeys("large");
	}

	@Test
	void noHeadersAreAddedWithoutATracer() {
		template(null, null).submit(Job.to("orders").id("a").build());
		assertThat(headersOf("a")).isEmpty();
	}

	@Test
	void noObservationIsCreatedWithoutHandlers() {
		ObservationRegistry silent = mock(ObservationRegistry.class);
		given(silent.isNoop()).willReturn(true);
		new DelayTemplate(this.store, this.store, new SimplePayloadConverter(),
				DelayTemplateOptions.defaults().withObservations(new SubmitObservations(silent, null, null)))
			.submit(Job.to("orders").id("a").build());
		then(silent).should().isNoop();
		then(silent).shouldHaveNoMoreInteractions();
	}

	@Test
	void jobsAreCountedByTheStatusOfTheirSubmit() {
		List<String> counted = new ArrayList<>();
		DelayTemplate template = template(null, new JobMetrics() {

			@Override
			public void submitted(String topic, SubmitStatus status) {
				counted.add(topic + " " + status);
			}

		});
		template.submit(Job.to("orders").id("a").build());
		template.submit(Job.to("orders").id("a").build());
		template.submit(Job.to("orders").id("a").onConflict(ConflictPolicy.REPLACE).build());
		Job rejected = Job.to("orders").id("a").onConflict(ConflictPolicy.REJECT).build();
		assertThatExceptionOfType(JobExistsException.class)
			.isThrownBy(() -> template.submitAll(List.of(Job.to("bills").id("b").build(), rejected)));
		assertThat(counted).containsExactly("orders CREATED", "orders EXISTING", "orders REPLACED", "bills CREATED",
				"orders EXISTING");
	}

	@Test
	void metricsThatThrowFailNoSubmit() {
		template(null, new JobMetrics() {

			@Override
			public void submitted(String topic, SubmitStatus status) {
				throw new IllegalStateException("no meters");
			}

		}).submit(Job.to("orders").id("a").build());
		assertThat(this.store.find("orders", "a")).isPresent();
	}

	private void injecting(Map<String, String> headers) {
		this.registry.observationConfig().observationHandler(new ObservationHandler<SubmitObservationContext>() {

			@Override
			public void onStart(SubmitObservationContext context) {
				headers.forEach((name, value) -> context.getSetter().set(context.getCarrier(), name, value));
			}

			@Override
			public boolean supportsContext(Observation.Context context) {
				return context instanceof SubmitObservationContext;
			}

		});
	}

	private Map<String, String> headersOf(String id) {
		return this.store.find("orders", id).orElseThrow().record().headers();
	}

	private DelayTemplate template(SubmitObservationConvention convention, JobMetrics metrics) {
		ObservationRegistry observations = this.registry;
		return new DelayTemplate(this.store, this.store, new SimplePayloadConverter(), DelayTemplateOptions.defaults()
			.withObservations(new SubmitObservations(observations, convention, metrics)));
	}

}
