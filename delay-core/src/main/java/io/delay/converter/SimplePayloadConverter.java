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

/**
 * Converts {@code String} and {@code byte[]} only, for applications without Jackson.
 *
 * @since 0.1.0
 */
public final class SimplePayloadConverter extends PassThroughPayloadConverter {

	@Override
	byte[] writeObject(Object payload) {
		throw unsupported("write a payload of type", payload.getClass());
	}

	@Override
	Object readObject(byte[] payload, Type type) {
		throw unsupported("read a payload into type", type);
	}

	private static PayloadConversionException unsupported(String what, Type type) {
		return new PayloadConversionException("Cannot " + what + " " + type.getTypeName()
				+ ": Jackson is not on the class path, or its converter is not used. Add the dependency"
				+ " 'tools.jackson.core:jackson-databind' (with Spring Boot"
				+ " 'org.springframework.boot:spring-boot-starter-json'), or use String or byte[] payloads");
	}

}
