// SPDX-License-Identifier: Apache-2.0

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
 * Collects the arguments of one script call. Every script of a partition takes the
 * channel and the partition as its first two arguments.
 */
public final class ScriptArguments {

	private final List<byte[]> values = new ArrayList<>();

	private int bytes;

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
