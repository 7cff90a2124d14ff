// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.json;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/**
 * A value in the body of a request. Its contents are parsed when they are used.
 *
 * @param place where it is, for instance {@code $.jobs[3].delay}
 * @param token the first token of the value, which determines its kind
 * @param text the value of a string, the digits of a number, otherwise {@code null}
 * @param bytes the body, or a part of it
 * @param start the index of the first byte of the value
 * @param end the index after its last byte
 */
record JsonValue(String place, JsonToken token, @Nullable String text, byte[] bytes, int start, int end) {

	boolean isNull() {
		return this.token == JsonToken.VALUE_NULL;
	}

	byte[] raw() {
		return Arrays.copyOfRange(this.bytes, this.start, this.end);
	}

	String kind() {
		return switch (this.token) {
			case START_OBJECT -> "an object";
			case START_ARRAY -> "an array";
			case VALUE_STRING -> "a string";
			case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
			case VALUE_TRUE, VALUE_FALSE -> "a boolean";
			default -> "null";
		};
	}

}
