// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.observed;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import io.delay.benchmarks.delay.DelayBenchmark;

/**
 * The parts that are enabled while the workload runs. The libraries are present in any
 * case.
 *
 * @param metrics whether there is a meter registry, which Prometheus could scrape
 * @param tracing whether each submit and each handling is a span, which is not exported
 */
record Observability(boolean metrics, boolean tracing) {

	/** Relative to the package of Spring Boot: first Spring Boot 4, then 3. */
	private static final List<String> METRICS = List.of("micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
			"micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
			"micrometer.metrics.autoconfigure.export.prometheus.PrometheusMetricsExportAutoConfiguration",
			"actuate.autoconfigure.metrics.MetricsAutoConfiguration",
			"actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
			"actuate.autoconfigure.metrics.export.prometheus.PrometheusMetricsExportAutoConfiguration");

	/**
	 * The same. Meters would request exemplars even from a tracer that does nothing, so
	 * this tracer is not created.
	 */
	private static final List<String> TRACING = List.of(
			"micrometer.tracing.autoconfigure.MicrometerTracingAutoConfiguration",
			"micrometer.tracing.autoconfigure.NoopTracerAutoConfiguration",
			"micrometer.tracing.autoconfigure.prometheus.PrometheusExemplarsAutoConfiguration",
			"micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration",
			"actuate.autoconfigure.tracing.MicrometerTracingAutoConfiguration",
			"actuate.autoconfigure.tracing.NoopTracerAutoConfiguration",
			"actuate.autoconfigure.tracing.prometheus.PrometheusExemplarsAutoConfiguration",
			"actuate.autoconfigure.tracing.OpenTelemetryTracingAutoConfiguration");

	void run(String[] arguments) {
		List<String> excluded = new ArrayList<>();
		if (!this.metrics) {
			excluded.addAll(METRICS);
		}
		if (!this.tracing) {
			excluded.addAll(TRACING);
		}
		System.setProperty("spring.autoconfigure.exclude",
				excluded.stream().map("org.springframework.boot."::concat).collect(Collectors.joining(",")));
		System.setProperty("management.tracing.sampling.probability", "1.0");
		System.setProperty("delay.metrics.enabled", String.valueOf(this.metrics));
		System.setProperty("delay.observation.enabled", String.valueOf(this.metrics || this.tracing));
		DelayBenchmark.main(arguments);
	}

}
