// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.inspect;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import io.delay.job.JobState;
import io.delay.redis.record.JobFailuresCodec;
import io.delay.redis.record.JobRecordCodec;
import io.delay.redis.record.JobVersionCodec;
import io.delay.redis.script.ScriptReply;
import io.delay.store.JobRecord;
import io.delay.store.StoredJob;

/**
 * Reads a job from the reply of a script that lists or looks up jobs: the time that
 * belongs to its state, its due time, its record, its failures and, if it is reserved,
 * its holder.
 */
final class StoredJobReply {

	private StoredJobReply() {
	}

	static StoredJob read(String topic, String id, JobState state, ScriptReply reply) {
		Instant time = reply.nextTime();
		long dueTime = reply.nextLong();
		byte[] text = reply.nextNullableBytes();
		byte[] failures = reply.nextNullableBytes();
		JobRecord record = (text != null) ? JobRecordCodec.decode(text) : null;
		return new StoredJob(topic, id, state, time, (dueTime >= 0) ? Instant.ofEpochMilli(dueTime) : null, record,
				JobFailuresCodec.parse(failures),
				(text != null && record != null && state != JobState.RESERVED)
						? JobVersionCodec.of(state, time, text, failures) : null,
				(state == JobState.RESERVED) ? holder(reply.nextReply()) : null);
	}

	private static StoredJob.@Nullable Holder holder(ScriptReply reply) {
		return reply.hasNext() ? StoredJob.Holder.of(reply.nextText(), reply.nextInt(), reply.nextInt(),
				reply.nextTime(), reply.nextBoolean()) : null;
	}

}
