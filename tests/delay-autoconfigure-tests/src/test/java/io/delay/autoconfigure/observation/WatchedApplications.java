// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.observation;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.delay.annotation.Backoff;
import io.delay.annotation.DelayListener;
import io.delay.autoconfigure.BootAutoConfigurations;
import io.delay.autoconfigure.DelayContexts;

/**
 * Applications with everything on their class path that watches jobs.
 */
final class WatchedApplications {

	private WatchedApplications() {
	}

	static ApplicationContextRunner observed() {
		return DelayContexts.inMemory()
			.withConfiguration(
					AutoConfigurations.of(DelayMetricsAutoConfiguration.class, DelayTracingAutoConfiguration.class))
			.withConfiguration(BootAutoConfigurations.observations())
			.withBean(Closer.class);
	}

	static ApplicationContextRunner measured() {
		return observed().withConfiguration(BootAutoConfigurations.metrics());
	}

	static ApplicationContextRunner traced() {
		return measured().withConfiguration(BootAutoConfigurations.tracing())
			.withUserConfiguration(Spans.class)
			.withPropertyValues("management.tracing.sampling.probability=1");
	}

	/**
	 * Keeps the spans.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Spans {

		@Bean
		InMemorySpanExporter spanExporter() {
			return InMemorySpanExporter.create();
		}

		@Bean
		SpanProcessor spanProcessor(InMemorySpanExporter exporter) {
			return SimpleSpanProcessor.create(exporter);
		}

	}

	/**
	 * Fails on the first attempt.
	 */
	static class Closer {

		final List<String> traceIds = new CopyOnWriteArrayList<>();

		@DelayListener(id = "closer", topic = "orders", backoff = @Backoff(type = "fixed", delay = "1ms"))
		void close(String payload) {
			this.traceIds.add(Span.current().getSpanContext().getTraceId());
			if (this.traceIds.size() == 1) {
				throw new IllegalStateException("no");
			}
		}

	}

}
