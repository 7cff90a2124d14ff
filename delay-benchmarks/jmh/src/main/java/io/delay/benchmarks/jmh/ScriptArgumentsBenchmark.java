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
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import io.delay.job.DueTime;
import io.delay.redis.partition.PartitionCount;
import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicKeys;
import io.delay.redis.record.JobRecordCodec;
import io.delay.redis.script.ScriptArguments;
import io.delay.store.JobRecord;

/**
 * The cost of writing the arguments of a script that stores some jobs.
 *
 * @since 0.1.0
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class ScriptArgumentsBenchmark {

	/**
	 * How many jobs one call stores.
	 */
	@Param({ "1", "16" })
	public int jobs;

	private final PartitionKeys partition = new PartitionKeys(new TopicKeys("delay", "orders"), 0,
			new PartitionCount(1));

	private final JobRecord record = JobRecord.of("x".repeat(200).getBytes(StandardCharsets.UTF_8));

	private final DueTime dueTime = DueTime.after(Duration.ofMinutes(30));

	/**
	 * Write the arguments.
	 * @return the arguments
	 */
	@Benchmark
	public byte[][] write() {
		ScriptArguments arguments = new ScriptArguments(this.partition);
		for (int i = 0; i < this.jobs; i++) {
			arguments.add("VbZDGsi1KB0PCC").add(this.dueTime).add("0").add(JobRecordCodec.encode(this.record));
		}
		return arguments.toArray();
	}

}
