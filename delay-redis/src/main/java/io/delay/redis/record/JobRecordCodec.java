// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.record;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

import io.delay.job.JobPriority;
import io.delay.job.JobRules;
import io.delay.redis.script.ScriptArguments;
import io.delay.store.JobRecord;
import io.delay.store.share.HeaderText;

/**
 * Reads and writes the text form of a job: a line with the format version and the
 * settings of the job ({@code 1;ttr in ms;max attempts}, beginning with {@code 1h} or
 * {@code 1l} for high or low priority), a line with the form-encoded headers, and the
 * payload unchanged. Scripts read only the first line.
 */
public final class JobRecordCodec {

	private static final char VERSION = '1';

	/** The head of a record that contains only a payload, as most records do. */
	private static final byte[] PLAIN_HEAD = "1;;\n\n".getBytes(StandardCharsets.US_ASCII);

	private JobRecordCodec() {
	}

	public static byte[] encode(JobRecord record) {
		byte[] head = isPlain(record) ? PLAIN_HEAD : head(record).getBytes(StandardCharsets.US_ASCII);
		byte[] bytes = Arrays.copyOf(head, head.length + record.payload().length);
		System.arraycopy(record.payload(), 0, bytes, head.length, record.payload().length);
		return bytes;
	}

	private static boolean isPlain(JobRecord record) {
		return record.ttr() == null && record.maxAttempts() == null && record.priority() == JobPriority.NORMAL
				&& record.headers().isEmpty();
	}

	private static String head(JobRecord record) {
		Duration ttr = record.ttr();
		Integer maxAttempts = record.maxAttempts();
		StringBuilder head = new StringBuilder(16).append(VERSION)
			.append(JobCodes.letter(record.priority()))
			.append(';');
		if (ttr != null) {
			head.append(ScriptArguments.millis(ttr));
		}
		head.append(';');
		if (maxAttempts != null) {
			head.append(maxAttempts);
		}
		return head.append('\n').append(HeaderText.of(record.headers())).append('\n').toString();
	}

	// Returns null for a record that cannot be read
	public static @Nullable JobRecord decode(byte[] bytes) {
		if (Arrays.mismatch(bytes, 0, Math.min(bytes.length, PLAIN_HEAD.length), PLAIN_HEAD, 0,
				PLAIN_HEAD.length) < 0) {
			return JobRecord.of(Arrays.copyOfRange(bytes, PLAIN_HEAD.length, bytes.length));
		}
		try {
			return read(new RecordReader(bytes));
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

	private static JobRecord read(RecordReader reader) {
		reader.expect(VERSION);
		JobPriority priority = JobCodes.priority(reader.character(';'));
		Long ttr = reader.number(';', JobRules.MAX_TTR.toMillis());
		Long maxAttempts = reader.number('\n', JobRules.MAX_ATTEMPTS);
		String headers = reader.text('\n');
		return new JobRecord(reader.rest(), HeaderText.read(headers), (ttr != null) ? Duration.ofMillis(ttr) : null,
				(maxAttempts != null) ? maxAttempts.intValue() : null, priority);
	}

	/**
	 * Reads the bytes of a record from the first to the last. Throws an
	 * {@link IllegalArgumentException} for bytes that are not as expected.
	 */
	private static final class RecordReader {

		/** Stands for the end of the record. Bytes are read as numbers from 0 to 255. */
		private static final int END = -1;

		private final byte[] bytes;

		private int at;

		RecordReader(byte[] bytes) {
			this.bytes = bytes;
		}

		private int next() {
			return (this.at < this.bytes.length) ? this.bytes[this.at++] & 0xff : END;
		}

		void expect(char expected) {
			if (next() != expected) {
				throw new IllegalArgumentException("Unexpected character");
			}
		}

		String text(char end) {
			int from = this.at;
			while (this.at < this.bytes.length && this.bytes[this.at] != end) {
				this.at++;
			}
			String text = new String(this.bytes, from, this.at - from, StandardCharsets.UTF_8);
			expect(end);
			return text;
		}

		String character(char end) {
			int character = next();
			if (character == end) {
				return "";
			}
			expect(end);
			return String.valueOf((char) character);
		}

		// Unlike Long.parseLong, accepts only ASCII digits without a sign. Returns null
		// if there are none
		@Nullable Long number(char end, long most) {
			int from = this.at;
			long number = 0;
			int character = next();
			while (character >= '0' && character <= '9') {
				number = number * 10 + character - '0';
				if (number > most) {
					throw new IllegalArgumentException("The number is above " + most);
				}
				character = next();
			}
			if (character != end) {
				throw new IllegalArgumentException("Not a number");
			}
			return (this.at - from > 1) ? number : null;
		}

		byte[] rest() {
			return Arrays.copyOfRange(this.bytes, this.at, this.bytes.length);
		}

	}

}
