// SPDX-License-Identifier: Apache-2.0

package io.delay.converter;

import org.springframework.util.Assert;
import org.springframework.util.unit.DataSize;

import io.delay.job.JobDefaults;
import io.delay.job.PayloadTooLargeException;

/**
 * Converts the payloads of jobs that are to be stored, and checks their size. Internal to
 * Delay: may change without notice.
 *
 * @param maxSize the maximum size of a payload
 * @since 0.1.0
 * @hidden
 */
public record PayloadWriter(PayloadConverter converter, DataSize maxSize) {

	public PayloadWriter {
		Assert.notNull(converter, "'converter' must not be null");
		Assert.notNull(maxSize, "'maxSize' must not be null");
	}

	/** Create a writer of strings and bytes with the default maximum size. */
	public static PayloadWriter simple() {
		return new PayloadWriter(new SimplePayloadConverter(), JobDefaults.MAX_PAYLOAD_SIZE);
	}

	/**
	 * Return the bytes to store for a payload that a client sent as JSON. If the JSON is
	 * a string, listeners with a {@code String} parameter receive it without quotes.
	 * @param json the JSON, without white space at its start or end
	 */
	public static byte[] ofJson(byte[] json) {
		return PassThroughPayloadConverter.markJsonString(json);
	}

	/**
	 * Write a payload.
	 * @param topic the topic of the job
	 * @return the bytes to store
	 * @throws PayloadConversionException if the payload cannot be written
	 * @throws PayloadTooLargeException if the payload exceeds the maximum size
	 */
	public byte[] write(String topic, Object payload) {
		byte[] bytes = convert(topic, payload);
		if (bytes.length > this.maxSize.toBytes()) {
			throw new PayloadTooLargeException(topic, bytes.length, this.maxSize.toBytes());
		}
		return bytes;
	}

	private byte[] convert(String topic, Object payload) {
		try {
			return this.converter.write(payload);
		}
		catch (PayloadConversionException ex) {
			PayloadConversionException named = new PayloadConversionException(
					"A job for topic '" + topic + "' has a payload that cannot be stored. " + ex.getMessage());
			named.setStackTrace(ex.getStackTrace());
			throw named;
		}
	}

}
