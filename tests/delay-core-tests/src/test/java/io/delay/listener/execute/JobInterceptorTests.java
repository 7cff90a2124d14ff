// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

import io.delay.annotation.DelayListener;
import io.delay.annotation.EnableDelay;
import io.delay.converter.PayloadConverter;
import io.delay.converter.SimplePayloadConverter;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.listener.ContainerFixture;
import io.delay.listener.JobInterceptor;
import io.delay.listener.UnprocessableJobException;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What interceptors see and do around a handler.
 */
@Timeout(30)
class JobInterceptorTests {

	private static final ThreadLocal<String> tenant = new ThreadLocal<>();

	private final BlockingQueue<Object> events = new LinkedBlockingQueue<>();

	private Object next() throws InterruptedException {
		return this.events.poll(10, TimeUnit.SECONDS);
	}

	@Test
	void interceptorBeansRunInTheirOrderAroundConversionAndHandler() throws Exception {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			context.registerBean("events", BlockingQueue.class, () -> this.events);
			context.register(Config.class);
			context.refresh();
			context.getBean(DelayTemplate.class)
				.submit(Job.to("orders").id("a").payload("x").header("tenant", "north").build());
			assertThat(next()).isEqualTo("outer begins");
			assertThat(next()).isEqualTo("inner begins, observed");
			assertThat(next()).isEqualTo("converted for north");
			assertThat(next()).isEqualTo("handled x for north");
			assertThat(next()).isEqualTo("inner ends");
			assertThat(next()).isEqualTo("outer ends");
		}
	}

	private JobState stateOf(ContainerFixture fixture) {
		return fixture.template.find(ContainerFixture.TOPIC, "a").map((job) -> job.state()).orElse(null);
	}

	private void awaitState(JobState state, JobInterceptor... interceptors) {
		try (ContainerFixture fixture = new ContainerFixture()) {
			fixture.watch((options) -> options.withInterceptors(List.of(interceptors)));
			fixture.start(ContainerFixture.settings(), (job, context) -> this.events.add("handled"));
			fixture.submit("a");
			await().atMost(Duration.ofSeconds(10)).until(() -> Objects.equals(stateOf(fixture), state));
		}
	}

	@Test
	void exceptionOfAnInterceptorIsAFailureOfTheJob() {
		awaitState(JobState.DELAYED, (context, invocation) -> {
			invocation.proceed();
			throw new IllegalStateException("no tenant");
		});
		assertThat(this.events).containsExactly("handled");
	}

	@Test
	void interceptorThatDoesNotProceedEndsTheJob() {
		awaitState(null, (context, invocation) -> this.events.add("skipped"), (context, invocation) -> {
			this.events.add("never called");
			invocation.proceed();
		});
		assertThat(this.events).containsExactly("skipped");
	}

	@Test
	void interceptorDecidesWithTheContext() {
		awaitState(JobState.FAILED, (context, invocation) -> context.bury("tenant is closed"));
		assertThat(this.events).isEmpty();
	}

	@Test
	void interceptorSeesTheExceptionOfTheHandler() {
		try (ContainerFixture fixture = new ContainerFixture()) {
			fixture.watch((options) -> options.withInterceptors(List.of((context, invocation) -> {
				try {
					invocation.proceed();
				}
				catch (UnprocessableJobException ex) {
					this.events.add(ex.getMessage());
				}
			})));
			fixture.start(ContainerFixture.settings(), (job, context) -> {
				throw new UnprocessableJobException("cannot be read");
			});
			fixture.submit("a");
			await().atMost(Duration.ofSeconds(10)).until(() -> stateOf(fixture) == null);
			assertThat(this.events).containsExactly("cannot be read");
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableDelay
	static class Config {

		@Bean
		MemoryJobStore store() {
			return new MemoryJobStore();
		}

		@Bean
		ObservationRegistry observations() {
			return TestObservationRegistry.create();
		}

		@Bean
		PayloadConverter converter(BlockingQueue<Object> events) {
			SimplePayloadConverter converter = new SimplePayloadConverter();
			return new PayloadConverter() {

				@Override
				public byte[] write(Object payload) {
					return converter.write(payload);
				}

				@Override
				public Object read(byte[] payload, java.lang.reflect.Type type) {
					events.add("converted for " + tenant.get());
					return new String(payload, StandardCharsets.UTF_8);
				}

			};
		}

		@Bean
		@Order(2)
		JobInterceptor inner(BlockingQueue<Object> events, ObjectProvider<ObservationRegistry> observations) {
			return (context, invocation) -> {
				events.add("inner begins, "
						+ ((observations.getObject().getCurrentObservation() != null) ? "observed" : "not observed"));
				tenant.set(context.headers().get("tenant"));
				try {
					invocation.proceed();
				}
				finally {
					tenant.remove();
					events.add("inner ends");
				}
			};
		}

		@Bean
		@Order(1)
		JobInterceptor outer(BlockingQueue<Object> events) {
			return (context, invocation) -> {
				events.add("outer begins");
				invocation.proceed();
				events.add("outer ends");
			};
		}

		@Bean
		Listener listener(BlockingQueue<Object> events) {
			return new Listener(events);
		}

	}

	static class Listener {

		private final BlockingQueue<Object> events;

		Listener(BlockingQueue<Object> events) {
			this.events = events;
		}

		@DelayListener("orders")
		void handle(String payload) {
			this.events.add("handled " + payload + " for " + tenant.get());
		}

	}

}
