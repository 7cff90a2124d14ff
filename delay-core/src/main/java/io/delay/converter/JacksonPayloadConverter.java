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

import java.lang.reflect.Type;

import org.springframework.util.Assert;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.ObjectMapper;

/**
 * Converts payloads to and from JSON with Jackson 3.
 *
 * @since 0.1.0
 */
public final class JacksonPayloadConverter extends PassThroughPayloadConverter {

	private final ObjectMapper mapper;

	private final PayloadPath path;

	/**
	 * Create the converter.
	 * @param mapper the mapper that reads and writes JSON
	 */
	public JacksonPayloadConverter(ObjectMapper mapper) {
		Assert.notNull(mapper, "'mapper' must not be null");
		this.mapper = mapper;
		this.path = new PayloadPath(mapper);
	}

	@Override
	byte[] writeObject(Object payload) {
		try {
			return this.mapper.writeValueAsBytes(payload);
		}
		catch (JacksonException ex) {
			throw new PayloadConversionException("Cannot write a payload of type " + payload.getClass().getTypeName()
					+ " as JSON: " + safeReason(ex));
		}
	}

	@Override
	Object readObject(byte[] payload, Type type) {
		Object value;
		try {
			value = this.mapper.readValue(payload, this.mapper.constructType(type));
		}
		catch (JacksonException ex) {
			throw new PayloadConversionException(
					"Cannot read a payload into type " + type.getTypeName() + " from JSON: " + safeReason(ex));
		}
		if (value == null) {
			throw new PayloadConversionException(
					"Cannot read a payload into type " + type.getTypeName() + " from JSON: the value is null");
		}
		return value;
	}

	private String safeReason(JacksonException ex) {
		// Jackson's messages quote the payload, so only parts that cannot contain its
		// values are kept: the type of the error, the path and the position
		StringBuilder reason = new StringBuilder(ex.getClass().getName());
		if (!ex.getPath().isEmpty()) {
			reason.append(" at ").append(this.path.describe(ex.getPath()));
		}
		TokenStreamLocation location = ex.getLocation();
		if (location != null && location.getLineNr() > 0) {
			reason.append(", line ").append(location.getLineNr()).append(", column ").append(location.getColumnNr());
		}
		Throwable cause = ex.getCause();
		if (cause != null) {
			reason.append(", caused by ").append(cause.getClass().getName());
		}
		return reason.toString();
	}

}
