// SPDX-License-Identifier: Apache-2.0

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
