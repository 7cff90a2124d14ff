// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.record;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * Reads the bytes of a record from the first to the last. Throws an
 * {@link IllegalArgumentException} for bytes that are not as expected.
 */
final class RecordReader {

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

	// Unlike Long.parseLong, accepts only ASCII digits without a sign. Returns null if
	// there are none
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
