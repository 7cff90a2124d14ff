// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.assertj.core.api.ObjectAssert;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.delay.annotation.Backoff;
import io.delay.annotation.DelayListener;
import io.delay.autoconfigure.DelayContexts;
import io.delay.autoconfigure.Deliveries;
import io.delay.autoconfigure.RecordedStore;
import io.delay.autoconfigure.properties.DelayPropertiesTests.RecordedExecutors;
import io.delay.job.Job;
import io.delay.listener.JobContext;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.store.ReserveRequest;
import io.delay.store.Settlement;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The value of the job goes before that of its topic, this before the annotation, this
 * before the general default: 4x before 3x before 2x before 1x.
 */
@Tag("thorough")
@Tag("versions")
class SettingsPrecedenceTests {

	private static final Duration TOLERANCE = Duration.ofMinutes(10);

	private final RecordedStore store = new RecordedStore();

	private final RecordedExecutors executors = new RecordedExecutors();

	private final ApplicationContextRunner runner = DelayContexts.withoutServer()
		.withBean(RecordedStore.class, () -> this.store)
		.withBean(RecordedExecutors.class, () -> this.executors)
		.withBean(Listeners.class)
		.withPropertyValues("delay.listener.concurrency=11", "delay.job.ttr=11h", "delay.job.max-attempts=11",
				"delay.listener.backoff.type=fixed", "delay.listener.backoff.delay=11h",
				"delay.listener.auto-startup=true")
		.withPropertyValues("delay.topics.tuned.concurrency=31", "delay.topics.tuned.ttr=31h",
				"delay.topics.tuned.max-attempts=31", "delay.topics.tuned.backoff.type=exponential",
				"delay.topics.tuned.backoff.delay=31m", "delay.topics.tuned.backoff.max-delay=31h",
				"delay.topics.stopped.auto-startup=false");

	@Test
	void generalDefaultAppliesToAListenerWithoutSettings() {
		this.runner.run((context) -> {
			assertThat(this.executors.concurrency("plain")).isEqualTo(11);
			assertThatTermsOf("plain").isEqualTo(new Terms(Duration.ofHours(11), 11));
			assertThat(backoffOf("plain", context.getBean(DelayTemplate.class))).isEqualTo(Duration.ofHours(11));
		});
	}

	@Test
	void annotationTakesPrecedenceOverTheGeneralDefault() {
		this.runner.run((context) -> {
			assertThat(this.executors.concurrency("annotated")).isEqualTo(21);
			assertThatTermsOf("annotated").isEqualTo(new Terms(Duration.ofHours(21), 21));
			assertThat(backoffOf("annotated", context.getBean(DelayTemplate.class))).isEqualTo(Duration.ofHours(21));
		});
	}

	@Test
	void topicTakesPrecedenceOverTheAnnotation() {
		this.runner.run((context) -> {
			assertThat(this.executors.concurrency("tuned")).isEqualTo(31);
			assertThatTermsOf("tuned").isEqualTo(new Terms(Duration.ofHours(31), 31));
			assertThat(backoffOf("tuned", context.getBean(DelayTemplate.class))).isEqualTo(Duration.ofMinutes(31));
		});
	}

	@Test
	void jobTakesPrecedenceOverItsTopic() {
		this.runner.run((context) -> {
			Instant before = Instant.now();
			context.getBean(DelayTemplate.class)
				.submit(Job.to("tuned").payload("4711").ttr(Duration.ofHours(41)).maxAttempts(41).build());
			Delivery delivery = context.getBean(Listeners.class).deliveries.next();
			assertThat(delivery.maxAttempts()).isEqualTo(41);
			assertThat(delivery.deadline()).isBetween(before.plus(Duration.ofHours(41)).minusMillis(1),
					before.plus(Duration.ofHours(41)).plus(TOLERANCE));
		});
	}

	@Test
	void jobWithoutSettingsIsDeliveredOnTheTermsOfItsTopic() {
		this.runner.run((context) -> {
			Instant before = Instant.now();
			context.getBean(DelayTemplate.class).submit("tuned", "4711", Duration.ZERO);
			Delivery delivery = context.getBean(Listeners.class).deliveries.next();
			assertThat(delivery.maxAttempts()).isEqualTo(31);
			assertThat(delivery.deadline()).isBetween(before.plus(Duration.ofHours(31)).minusMillis(1),
					before.plus(Duration.ofHours(31)).plus(TOLERANCE));
		});
	}

	@Test
	void pullingConsumersReserveOnTheTermsOfTheTopic() {
		this.runner.withPropertyValues("delay.topics.pulled.ttr=31h").run((context) -> {
			context.getBean(DelayTemplate.class).reserve("pulled", 1);
			assertThatTermsOf("pulled").isEqualTo(new Terms(Duration.ofHours(31), 11));
		});
		this.runner.withPropertyValues("delay.topics.[pulled.often].max-attempts=31").run((context) -> {
			context.getBean(DelayTemplate.class).reserve("pulled.often", 1);
			assertThatTermsOf("pulled.often").isEqualTo(new Terms(Duration.ofHours(11), 31));
		});
	}

	@Test
	void autoStartupFollowsTheSamePrecedence() {
		this.runner.run((context) -> {
			DelayListenerRegistry registry = context.getBean(DelayListenerRegistry.class);
			assertThat(registry.containers())
				.filteredOn((container) -> List.of("plain", "manual", "stopped").contains(container.id()))
				.extracting((container) -> container.id() + " " + container.isRunning())
				.containsExactlyInAnyOrder("plain true", "manual false", "stopped false");
		});
	}

	private ObjectAssert<Terms> assertThatTermsOf(String topic) {
		ReserveRequest request = this.store.request(topic);
		return assertThat(new Terms(request.terms().ttr(), request.terms().maxAttempts()));
	}

	private Duration backoffOf(String topic, DelayTemplate template) {
		template.submit(topic, "fail", Duration.ZERO);
		List<Settlement.Fail> failures = this.store.failures(topic, 1);
		return failures.get(0).delay();
	}

	record Terms(Duration ttr, int maxAttempts) {

	}

	record Delivery(int maxAttempts, Instant deadline) {

	}

	static class Listeners {

		private final Deliveries<Delivery> deliveries = new Deliveries<>();

		@DelayListener(topic = "plain")
		void plain(String payload, JobContext context) {
			handle(payload, context);
		}

		@DelayListener(topic = "annotated", concurrency = "21", ttr = "21h", maxAttempts = "21",
				backoff = @Backoff(type = "fixed", delay = "21h"))
		void annotated(String payload, JobContext context) {
			handle(payload, context);
		}

		@DelayListener(topic = "tuned", concurrency = "21", ttr = "21h", maxAttempts = "21",
				backoff = @Backoff(type = "fixed", delay = "21h"))
		void tuned(String payload, JobContext context) {
			handle(payload, context);
		}

		@DelayListener(topic = "manual", autoStartup = "false")
		void manual(String payload, JobContext context) {
			handle(payload, context);
		}

		@DelayListener(topic = "stopped", autoStartup = "true")
		void stopped(String payload, JobContext context) {
			handle(payload, context);
		}

		private void handle(String payload, JobContext context) {
			if (payload.equals("fail")) {
				throw new IllegalStateException("Not today");
			}
			this.deliveries.add(new Delivery(context.maxAttempts(), context.deadline()));
		}

	}

}
