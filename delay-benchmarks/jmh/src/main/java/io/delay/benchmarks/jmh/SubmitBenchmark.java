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

package io.delay.benchmarks.jmh;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import io.delay.converter.SimplePayloadConverter;
import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.job.SubmitResult;
import io.delay.metrics.MicrometerJobMetrics;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayTemplate;
import io.delay.template.DelayTemplateOptions;
import io.delay.template.SubmitObservations;

/**
 * The cost of the metrics of a submit, with a store in memory that already has the job.
 *
 * @since 0.1.0
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(2)
public class SubmitBenchmark {

	/**
	 * What is on.
	 */
	@Param
	public Watched watched = Watched.NOTHING;

	private final MemoryJobStore store = new MemoryJobStore();

	private DelayTemplate template = templateWith(SubmitObservations.none());

	private final Job job = Job.to("submit")
		.id("1")
		.payload("x".repeat(200))
		.delay(Duration.ofHours(1))
		.onConflict(ConflictPolicy.KEEP)
		.build();

	/**
	 * Create the template.
	 */
	@Setup
	public void setUp() {
		this.template = templateWith(this.watched.observations());
	}

	private DelayTemplate templateWith(SubmitObservations observations) {
		return new DelayTemplate(this.store, this.store, new SimplePayloadConverter(),
				DelayTemplateOptions.defaults().withObservations(observations));
	}

	/**
	 * Submit one job.
	 * @return the result
	 */
	@Benchmark
	public SubmitResult submit() {
		return this.template.submit(this.job);
	}

	/**
	 * What is on.
	 */
	public enum Watched {

		/**
		 * Nothing.
		 */
		NOTHING {

			@Override
			SubmitObservations observations() {
				return SubmitObservations.none();
			}

		},

		/**
		 * Jobs are counted by their outcome.
		 */
		COUNTER {

			@Override
			SubmitObservations observations() {
				return new SubmitObservations(ObservationRegistry.NOOP, null, new MicrometerJobMetrics(meters()));
			}

		},

		/**
		 * Jobs are counted, and submits are observed and timed.
		 */
		COUNTER_AND_TIMER {

			@Override
			SubmitObservations observations() {
				PrometheusMeterRegistry meters = meters();
				ObservationRegistry registry = ObservationRegistry.create();
				registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
				return new SubmitObservations(registry, null, new MicrometerJobMetrics(meters));
			}

		};

		abstract SubmitObservations observations();

		private static PrometheusMeterRegistry meters() {
			return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
		}

	}

}
