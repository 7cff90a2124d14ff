// SPDX-License-Identifier: Apache-2.0

package io.delay.converter;

/**
 * Thrown if a payload cannot be written, or cannot be read into the requested type. The
 * message contains the type but never the payload. The exception has no cause, because
 * the message of a cause could quote the payload.
 *
 * @since 0.1.0
 */
public final class PayloadConversionException extends RuntimeException {

	/**
	 * Create the exception.
	 * @param message what cannot be converted and why, without values from the payload
	 */
	public PayloadConversionException(String message) {
		super(message);
	}

}
