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
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import io.delay.converter.SimplePayloadConverter;
import io.delay.job.Job;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.ListenerSettings;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayTemplate;

/**
 * The cost of a job from submit through handling to acknowledgement with a store in
 * memory, which is the cost without Redis.
 *
 * @since 0.1.0
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(2)
public class DispatchBenchmark {

	private static final String TOPIC = "dispatch";

	private static final int JOBS = 1000;

	private static final int PATIENCE_SECONDS = 30;

	/**
	 * How many jobs are handled at the same time.
	 */
	@Param({ "1", "16" })
	public int concurrency;

	private final MemoryJobStore store = new MemoryJobStore();

	private final DelayTemplate template = new DelayTemplate(this.store, this.store, new SimplePayloadConverter());

	private final List<Job> jobs = Collections.nCopies(JOBS,
			Job.to(TOPIC).payload("x".repeat(200)).delay(Duration.ZERO).build());

	private final Semaphore handled = new Semaphore(0);

	private final DelayListenerRegistry registry = new DelayListenerRegistry(
			new DelayListenerContainerFactory(this.store));

	/**
	 * Start the listener.
	 */
	@Setup
	public void setUp() {
		ListenerSettings settings = ListenerSettings.builder().concurrency(this.concurrency).build();
		this.registry
			.register(new DelayListenerEndpoint(TOPIC, TOPIC, settings, (job, context) -> this.handled.release()));
		this.registry.start();
	}

	/**
	 * Submit jobs that are due at once, and wait until all are handled.
	 * @throws InterruptedException if the thread is interrupted
	 */
	@Benchmark
	@OperationsPerInvocation(JOBS)
	public void handle() throws InterruptedException {
		this.template.submitAll(this.jobs);
		if (!this.handled.tryAcquire(JOBS, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
			throw new IllegalStateException("Not all jobs were handled within " + PATIENCE_SECONDS + " s");
		}
	}

	/**
	 * Stop the listener.
	 */
	@TearDown
	public void tearDown() {
		this.registry.stop();
	}

}
