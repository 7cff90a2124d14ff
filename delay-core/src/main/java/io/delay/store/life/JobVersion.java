// SPDX-License-Identifier: Apache-2.0

package io.delay.store.life;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.TreeMap;
import java.util.UUID;

import io.delay.store.JobFailures;
import io.delay.store.JobRecord;

/**
 * Computes the version of a job from its state and its contents, so that a job has the
 * same version again if both are the same again.
 */
final class JobVersion {

	private JobVersion() {
	}

	static String of(StagedJob job, StoreTime time) {
		JobRecord record = job.record();
		byte[] text = (job.state(time) + ";" + job.time(time) + ";" + job.dueTime() + ";" + summaryOf(job.setbacks())
				+ ";" + record + ";" + new TreeMap<>(record.headers()) + ";")
			.getBytes(StandardCharsets.UTF_8);
		byte[] all = Arrays.copyOf(text, text.length + record.payload().length);
		System.arraycopy(record.payload(), 0, all, text.length, record.payload().length);
		return UUID.nameUUIDFromBytes(all).toString();
	}

	// Lists contain neither stack traces nor earlier failures
	private static String summaryOf(Setbacks setbacks) {
		JobFailures failures = setbacks.failures();
		String last = (failures != null) ? failures.recent().get(0).attempt() + ";" + failures.time() + ";"
				+ failures.last().host() + ";" + failures.last().error() : "";
		return setbacks.attempts() + ";" + setbacks.stalls() + ";" + last;
	}

}
