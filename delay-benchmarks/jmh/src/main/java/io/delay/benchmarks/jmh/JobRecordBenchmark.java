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

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
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

import io.delay.job.JobPriority;
import io.delay.redis.record.JobRecordCodec;
import io.delay.store.JobRecord;

/**
 * The cost of writing and reading the text form of a job.
 *
 * @since 0.1.0
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class JobRecordBenchmark {

	private static final byte[] PAYLOAD = "x".repeat(200).getBytes(StandardCharsets.UTF_8);

	/**
	 * Whether the job has all possible settings, or only a payload.
	 */
	@Param({ "false", "true" })
	public boolean everything;

	private JobRecord record = JobRecord.of(PAYLOAD);

	private byte[] bytes = {};

	/**
	 * Create the job.
	 */
	@Setup
	public void setUp() {
		if (this.everything) {
			this.record = new JobRecord(PAYLOAD, Map.of("tenant", "north", "trace", "0af7651916cd43dd8448eb211c80319c"),
					Duration.ofSeconds(30), 3, JobPriority.HIGH);
		}
		this.bytes = JobRecordCodec.encode(this.record);
	}

	/**
	 * Write it.
	 * @return the text form
	 */
	@Benchmark
	public byte[] encode() {
		return JobRecordCodec.encode(this.record);
	}

	/**
	 * Read it.
	 * @return the job
	 */
	@Benchmark
	public @Nullable JobRecord decode() {
		return JobRecordCodec.decode(this.bytes);
	}

}
