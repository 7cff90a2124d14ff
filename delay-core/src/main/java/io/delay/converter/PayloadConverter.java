// SPDX-License-Identifier: Apache-2.0

package io.delay.converter;

import java.lang.reflect.Type;

/**
 * Converts payloads to the bytes that are stored, and back. A {@code String} (as UTF-8)
 * and a {@code byte[]} are passed through unchanged in both directions. If the type to
 * read is {@code String} and another type was written as a string in JSON, the converters
 * of Delay return the value of this string.
 *
 * @since 0.1.0
 */
public interface PayloadConverter {

	/**
	 * Write a payload.
	 * @return the bytes to store
	 * @throws PayloadConversionException if the payload cannot be written
	 */
	byte[] write(Object payload);

	/**
	 * Read a payload.
	 * @param payload the stored bytes
	 * @param type the type to read into
	 * @return the payload, an instance of the type
	 * @throws PayloadConversionException if the bytes cannot be read into the type
	 */
	Object read(byte[] payload, Type type);

}
