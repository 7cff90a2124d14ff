// SPDX-License-Identifier: Apache-2.0

package io.delay.converter;

import java.lang.reflect.Type;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.core.KotlinDetector;

/**
 * Converts payloads to and from JSON.
 */
abstract class JsonPayloadConverter extends PassThroughPayloadConverter {

	static Object requireValue(@Nullable Object value, Type type) {
		if (value == null) {
			throw notRead(type, "the value is null");
		}
		return value;
	}

	PayloadConversionException notRead(Type type, JsonFailure failure) {
		boolean needsModule = type instanceof Class<?> payload && KotlinDetector.isKotlinType(payload)
				&& modules().noneMatch((module) -> module.endsWith(".KotlinModule"));
		return notRead(type, needsModule ? failure.describe() + ". Jackson reads a class of Kotlin with the module "
				+ "'jackson-module-kotlin': add it to the dependencies" : failure.describe());
	}

	// The names of the modules that the mapper uses.
	abstract Stream<String> modules();

	private static PayloadConversionException notRead(Type type, String reason) {
		return new PayloadConversionException(
				"Cannot read a payload into type " + type.getTypeName() + " from JSON: " + reason);
	}

	static PayloadConversionException notWritten(Object payload, JsonFailure failure) {
		return new PayloadConversionException("Cannot write a payload of type " + payload.getClass().getTypeName()
				+ " as JSON: " + failure.describe());
	}

}
