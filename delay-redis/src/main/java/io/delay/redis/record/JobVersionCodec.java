// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.record;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;

import org.jspecify.annotations.Nullable;

import io.delay.job.JobState;

/**
 * Computes the version of a job from its stored text, in the same way as
 * {@code edit.lua}: the SHA-1 of its state, its time, its record, and its failures up to
 * the error of the last one. Therefore a version need not be stored, and it changes
 * whenever an instance of any version of Delay changes the job.
 */
public final class JobVersionCodec {

	private static final byte END_OF_ERROR = 0x1E;

	private JobVersionCodec() {
	}

	public static String of(JobState state, Instant time, byte[] record, byte @Nullable [] failures) {
		MessageDigest digest = sha1();
		String start = JobCodes.number(state) + ";" + time.toEpochMilli() + ";" + record.length + ";";
		digest.update(start.getBytes(StandardCharsets.US_ASCII));
		digest.update(record);
		if (failures != null) {
			digest.update(failures, 0, lengthOfLastFailure(failures));
		}
		return HexFormat.of().formatHex(digest.digest());
	}

	private static int lengthOfLastFailure(byte[] failures) {
		int length = 0;
		while (length < failures.length && failures[length] != END_OF_ERROR) {
			length++;
		}
		return length;
	}

	private static MessageDigest sha1() {
		try {
			return MessageDigest.getInstance("SHA-1");
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("The JVM lacks the algorithm SHA-1", ex);
		}
	}

}
