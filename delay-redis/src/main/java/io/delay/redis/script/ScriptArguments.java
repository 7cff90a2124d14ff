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

package io.delay.redis.script;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.delay.job.DueTime;
import io.delay.job.JobRules;
import io.delay.redis.partition.PartitionKeys;

/**
 * Collects the arguments of one script call. Every script takes the channel and the
 * partition as its first two arguments.
 */
public final class ScriptArguments {

	private final List<byte[]> values = new ArrayList<>();

	private int bytes;

	// For arguments that are later added to those of a call.
	public ScriptArguments() {
	}

	public ScriptArguments(PartitionKeys partition) {
		add(partition.channel());
		add(partition.partition());
	}

	public ScriptArguments add(byte[] value) {
		this.values.add(value);
		this.bytes += value.length;
		return this;
	}

	public ScriptArguments addAll(ScriptArguments others) {
		this.values.addAll(others.values);
		this.bytes += others.bytes;
		return this;
	}

	public ScriptArguments add(String value) {
		return add(value.getBytes(StandardCharsets.UTF_8));
	}

	public ScriptArguments add(long value) {
		return add(Long.toString(value));
	}

	// Rounded up to whole milliseconds, so that no job is early.
	public ScriptArguments add(Duration duration) {
		return add(millis(duration));
	}

	public ScriptArguments add(DueTime dueTime) {
		if (dueTime instanceof DueTime.After after) {
			return add("+" + millis(after.delay()));
		}
		Instant instant = ((DueTime.At) dueTime).instant();
		if (instant.isBefore(Instant.EPOCH)) {
			return add(0);
		}
		return add(JobRules.roundUp(instant).toEpochMilli());
	}

	// The total size of the arguments.
	public int bytes() {
		return this.bytes;
	}

	public byte[][] toArray() {
		return this.values.toArray(new byte[0][]);
	}

	public static long millis(Duration duration) {
		return JobRules.roundUp(duration).toMillis();
	}

}
