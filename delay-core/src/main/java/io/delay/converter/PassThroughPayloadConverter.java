// SPDX-License-Identifier: Apache-2.0

package io.delay.converter;

import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.springframework.util.Assert;

import io.delay.job.JobRules;

/**
 * Passes {@code String} and {@code byte[]} through unchanged and delegates all other
 * types to its subclasses. A value that is a string in JSON, such as a {@code UUID}, can
 * also be read as a {@code String}. So that it differs from a {@code String} payload with
 * quotes, white space follows it, which JSON ignores.
 */
abstract class PassThroughPayloadConverter implements PayloadConverter {

	private static final byte[] END_OF_JSON_STRING = { '"', ' ', '\t' };

	@Override
	public final byte[] write(Object payload) {
		Assert.notNull(payload, "'payload' must not be null");
		if (payload instanceof byte[] bytes) {
			return bytes;
		}
		if (payload instanceof String text) {
			byte[] bytes = encode(text);
			if (!isJsonString(bytes)) {
				return bytes;
			}
		}
		return markJsonString(writeObject(payload));
	}

	@Override
	public final Object read(byte[] payload, Type type) {
		Assert.notNull(payload, "'payload' must not be null");
		Assert.notNull(type, "'type' must not be null");
		if (type == byte[].class) {
			return payload;
		}
		if (type == String.class && !isJsonString(payload)) {
			return new String(payload, StandardCharsets.UTF_8);
		}
		return readObject(payload, type);
	}

	private static byte[] encode(String text) {
		try {
			return JobRules.encode("A payload of type java.lang.String", text);
		}
		catch (IllegalArgumentException ex) {
			throw new PayloadConversionException(String.valueOf(ex.getMessage()));
		}
	}

	/**
	 * Mark JSON that is a string, so that it is read without quotes as a {@code String}.
	 * @return the marked JSON, or the same array if the JSON is not a string
	 */
	static byte[] markJsonString(byte[] json) {
		if (json.length < 2 || json[0] != '"' || json[json.length - 1] != '"') {
			return json;
		}
		byte[] marked = Arrays.copyOf(json, json.length + END_OF_JSON_STRING.length - 1);
		System.arraycopy(END_OF_JSON_STRING, 0, marked, json.length - 1, END_OF_JSON_STRING.length);
		return marked;
	}

	private static boolean isJsonString(byte[] payload) {
		int end = payload.length - END_OF_JSON_STRING.length;
		return end > 0 && payload[0] == '"'
				&& Arrays.equals(payload, end, payload.length, END_OF_JSON_STRING, 0, END_OF_JSON_STRING.length);
	}

	abstract byte[] writeObject(Object payload);

	abstract Object readObject(byte[] payload, Type type);

}
