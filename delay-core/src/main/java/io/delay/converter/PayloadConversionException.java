/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
