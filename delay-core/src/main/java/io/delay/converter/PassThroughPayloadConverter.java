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
import java.nio.charset.StandardCharsets;

import org.springframework.util.Assert;

/**
 * Passes {@code String} and {@code byte[]} through unchanged and delegates all other
 * types to its subclasses.
 */
abstract class PassThroughPayloadConverter implements PayloadConverter {

	@Override
	public final byte[] write(Object payload) {
		Assert.notNull(payload, "'payload' must not be null");
		if (payload instanceof byte[] bytes) {
			return bytes;
		}
		if (payload instanceof String text) {
			return text.getBytes(StandardCharsets.UTF_8);
		}
		return writeObject(payload);
	}

	@Override
	public final Object read(byte[] payload, Type type) {
		Assert.notNull(payload, "'payload' must not be null");
		Assert.notNull(type, "'type' must not be null");
		if (type == byte[].class) {
			return payload;
		}
		if (type == String.class) {
			return new String(payload, StandardCharsets.UTF_8);
		}
		return readObject(payload, type);
	}

	abstract byte[] writeObject(Object payload);

	abstract Object readObject(byte[] payload, Type type);

}
