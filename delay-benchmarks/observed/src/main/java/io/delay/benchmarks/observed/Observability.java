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

package io.delay.benchmarks.observed;

import java.util.ArrayList;
import java.util.List;

import io.delay.benchmarks.delay.DelayBenchmark;

/**
 * The parts that are enabled while the workload runs. The libraries are present in any
 * case.
 *
 * @param metrics whether there is a meter registry, which Prometheus could scrape
 * @param tracing whether each submit and each handling is a span, which is not exported
 */
record Observability(boolean metrics, boolean tracing) {

	private static final String BOOT = "org.springframework.boot.";

	void run(String[] arguments) {
		List<String> excluded = new ArrayList<>();
		if (!this.metrics) {
			excluded.add(BOOT + "micrometer.metrics.autoconfigure.MetricsAutoConfiguration");
			excluded.add(BOOT + "micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration");
			excluded.add(BOOT
					+ "micrometer.metrics.autoconfigure.export.prometheus.PrometheusMetricsExportAutoConfiguration");
		}
		if (!this.tracing) {
			excluded.add(BOOT + "micrometer.tracing.autoconfigure.MicrometerTracingAutoConfiguration");
			// Meters would request exemplars even from a tracer that does nothing
			excluded.add(BOOT + "micrometer.tracing.autoconfigure.NoopTracerAutoConfiguration");
			excluded.add(BOOT + "micrometer.tracing.autoconfigure.prometheus.PrometheusExemplarsAutoConfiguration");
			excluded.add(BOOT + "micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration");
		}
		System.setProperty("spring.autoconfigure.exclude", String.join(",", excluded));
		System.setProperty("management.tracing.sampling.probability", "1.0");
		System.setProperty("delay.metrics.enabled", String.valueOf(this.metrics));
		System.setProperty("delay.observation.enabled", String.valueOf(this.metrics || this.tracing));
		DelayBenchmark.main(arguments);
	}

}
